import { registerHooks } from 'node:module';

/**
 * Callable, constructible, extendable, and every member is another one. What is asked for later is waited for without end, unless a
 * folder is open: then it is answered at once, by anything.
 */
const anything = (folder?: string): string => `const folder = ${JSON.stringify(folder)};
const uri = { scheme: 'file', fsPath: folder, path: folder, toString: () => 'file://' + folder };
const anything = new Proxy(function () {}, {
  get: (target, key) =>
    key === 'prototype' ? target.prototype
    : folder !== undefined && key === 'then' ? undefined
    : folder !== undefined && key === 'workspaceFolders' ? [{ uri, name: 'folder', index: 0 }]
    : key === Symbol.toPrimitive ? () => ''
    : key === Symbol.iterator ? () => [].values()
    : anything,
  set: () => true,
  // A bundle may look at a copy that inherits from what it required.
  getPrototypeOf: () => anything,
  apply: () => anything,
  construct: (target, given, of) => (of === anything ? anything : Reflect.construct(target, given, of)),
});
module.exports = anything;`;

/** From now on `vscode` is an editor that answers anything, and has `folder` open. `onRequire` hears of all that is required. */
export function standInForEditor(
  onRequire: (specifier: string) => void = () => undefined,
  folder?: string,
): void {
  registerHooks({
    resolve(specifier, context, next) {
      onRequire(specifier);
      return specifier === 'vscode'
        ? { url: 'stub:vscode', format: 'commonjs', shortCircuit: true }
        : next(specifier, context);
    },
    load: (url, context, next) =>
      url === 'stub:vscode'
        ? { format: 'commonjs', source: anything(folder), shortCircuit: true }
        : next(url, context),
  });
}
