import { createRequire, isBuiltin } from 'node:module';
import { standInForEditor } from '../../scripts/lib/anyEditor.ts';

/** What loading and activating the bundle did, as one line of JSON on stdout. A program of its own: it must start from nothing. */
const [, , bundle = '', occupied, folder] = process.argv;
const slots = [1, 2, 3].map((version) => `undici.globalDispatcher.${version}`);
const everywhere = globalThis as Record<symbol, unknown>;
const mark = {};
if (occupied === 'true') {
  for (const name of slots) {
    everywhere[Symbol.for(name)] = mark;
  }
}

const required = new Set<string>();
standInForEditor((specifier) => {
  if (specifier !== bundle && !isBuiltin(specifier)) {
    required.add(specifier);
  }
}, folder);

const load = createRequire(import.meta.url);
const extension = load(bundle) as { activate(context: unknown): Promise<void> };
const exported = Object.keys(extension);
const activated = extension.activate(load('vscode'));
if (folder !== undefined) {
  await activated;
}
// Otherwise it goes as far as it waits for the editor, which never answers.
const dispatchers = Object.fromEntries(
  slots.map((name) => {
    const now = everywhere[Symbol.for(name)];
    return [name, now === undefined ? 'unset' : now === mark ? 'ours before' : 'replaced'];
  }),
);
console.log(JSON.stringify({ exported, dispatchers, required: [...required] }));
process.exit(0);
