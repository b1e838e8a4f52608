/**
 * `node bench/loadBundle.ts <bundle> [folder]`: prints how many ms it takes to load it and to activate it over an editor that answers
 * anything: as far as it waits for it, and where a folder is open until it is activated. Modules of Node are not counted.
 */
import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [, , bundle = '', folder] = process.argv;
const home = new URL('.', pathToFileURL(bundle)).href;
const files: string[] = [];
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode'
      ? { url: 'stub:vscode', format: 'module', shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) => {
    if (url.startsWith(home)) {
      files.push(basename(url));
    }
    return url === 'stub:vscode'
      ? { format: 'module', source: editor(), shortCircuit: true }
      : next(url, context);
  },
});
// The extension host has loaded these modules of Node before it loads an extension.
for (const builtin of ['child_process', 'crypto', 'fs/promises', 'http', 'https', 'net', 'os', 'tls']) {
  await import(`node:${builtin}`);
}
const specifier: string = 'vscode';
const { default: anything } = (await import(specifier)) as { default: unknown };
const start = performance.now();
const extension = (await import(pathToFileURL(bundle).href)) as {
  activate(context: unknown): Promise<void>;
};
const activated = extension.activate(anything);
if (folder !== undefined) {
  await activated;
}
const time = performance.now() - start;
console.log(JSON.stringify({ time, files }));
process.exit(0);

/**
 * A module in which everything is callable, constructible, extendable, and has every member. What is asked for later is waited for
 * without end, unless a folder is open: then it is answered at once, by anything.
 */
function editor(): string {
  // The one file that is read at the start.
  const page = fileURLToPath(new URL('../docs/diagnostics.md', import.meta.url));
  const types = readFileSync(createRequire(import.meta.url).resolve('@types/vscode/index.d.ts'), 'utf8');
  const values = types.matchAll(/^(?:\t| {4})export (?:class|const|enum|function|let|namespace) (\w+)/gm);
  const names = new Set(Array.from(values, ([, name]) => name));
  return `const folder = ${JSON.stringify(folder)};
const uri = { scheme: 'file', fsPath: folder, path: folder, toString: () => 'file://' + folder };
const anything = new Proxy(function () {}, {
  get: (target, key) =>
    key === 'prototype' ? target.prototype
    : folder !== undefined && key === 'then' ? undefined
    : key === 'fsPath' ? ${JSON.stringify(page)}
    : folder !== undefined && key === 'workspaceFolders' ? [{ uri, name: 'folder', index: 0 }]
    : key === Symbol.toPrimitive ? () => ''
    : key === Symbol.iterator ? () => [].values()
    : anything,
  set: () => true,
  apply: () => anything,
  construct: (target, given, of) => (of === anything ? anything : Reflect.construct(target, given, of)),
});
export default anything;
export { ${Array.from(names, (name) => `anything as ${name}`).join(', ')} };`;
}
