/** `node bench/loadBundle.ts <bundle>…`: prints how many ms it takes to load them, over an editor that answers anything. */
import { createRequire, registerHooks } from 'node:module';

const editor = `const anything = new Proxy(function () {}, {
  get: (target, key) => (key === 'prototype' ? target.prototype : anything),
  getPrototypeOf: () => anything,
  apply: () => anything,
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
process.argv.slice(2).forEach((bundle) => load(bundle));
console.log(performance.now() - start);
process.exit(0);
