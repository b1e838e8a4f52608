/** `node bench/loadBundle.ts <bundle>…`: prints how many ms it takes to load them and to activate the first, over an editor that answers anything. */
import { createRequire, registerHooks } from 'node:module';

/** What is asked for later is waited for without end. */
const editor = `const anything = new Proxy(function () {}, {
  get: (target, key) =>
    key === 'prototype' ? target.prototype
    : key === Symbol.toPrimitive ? () => ''
    : key === Symbol.iterator ? () => [].values()
    : anything,
  set: () => true,
  getPrototypeOf: () => anything,
  apply: () => anything,
  construct: (target, given, of) => (of === anything ? anything : Reflect.construct(target, given, of)),
});
module.exports = anything;`;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode'
      ? { url: 'stub:vscode', format: 'commonjs', shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) =>
    url === 'stub:vscode' ? { format: 'commonjs', source: editor, shortCircuit: true } : next(url, context),
});
const load = createRequire(import.meta.url);
const start = performance.now();
const [extension] = process.argv
  .slice(2)
  .map((bundle) => load(bundle) as { activate(context: unknown): Promise<void> });
void extension?.activate(load('vscode'));
console.log(performance.now() - start);
process.exit(0);
