import { createRequire, isBuiltin, registerHooks } from 'node:module';

/** What loading and activating the bundle did, as one line of JSON on stdout. A program of its own: it must start from nothing. */
const [, , bundle = '', occupied] = process.argv;
const slots = [1, 2, 3].map((version) => `undici.globalDispatcher.${version}`);
const everywhere = globalThis as Record<symbol, unknown>;
const mark = {};
if (occupied === 'true') {
  for (const name of slots) {
    everywhere[Symbol.for(name)] = mark;
  }
}

/** Callable, constructible, extendable, and every member is another one. */
const editor = `const anything = new Proxy(function () {}, {
  get: (target, key) =>
    key === 'prototype' ? target.prototype
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

const required = new Set<string>();
registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== bundle && !isBuiltin(specifier)) {
      required.add(specifier);
    }
    return specifier === 'vscode'
      ? { url: 'stub:vscode', format: 'commonjs', shortCircuit: true }
      : next(specifier, context);
  },
  load: (url, context, next) =>
    url === 'stub:vscode' ? { format: 'commonjs', source: editor, shortCircuit: true } : next(url, context),
});

const load = createRequire(import.meta.url);
const extension = load(bundle) as { activate(context: unknown): Promise<void> };
const exported = Object.keys(extension);
// It goes as far as it waits for the editor, which never answers.
void extension.activate(load('vscode'));
const dispatchers = Object.fromEntries(
  slots.map((name) => {
    const now = everywhere[Symbol.for(name)];
    return [name, now === undefined ? 'unset' : now === mark ? 'ours before' : 'replaced'];
  }),
);
console.log(JSON.stringify({ exported, dispatchers, required: [...required] }));
process.exit(0);
