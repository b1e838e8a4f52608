/**
 * `node bench/loadBundle.ts <bundle> [folder]`: prints how many ms it takes to load it and to activate it over an editor that answers
 * anything: as far as it waits for it, and where a folder is open until it is activated.
 */
import { createRequire } from 'node:module';
import { standInForEditor } from '../scripts/lib/anyEditor.ts';

const [, , bundle = '', folder] = process.argv;
const loaded = new Set<string>();
standInForEditor((specifier) => loaded.add(specifier), folder);
const load = createRequire(import.meta.url);
const editor = load('vscode') as unknown;
const start = performance.now();
const extension = load(bundle) as { activate(context: unknown): Promise<void> };
const activated = extension.activate(editor);
if (folder !== undefined) {
  await activated;
}
const time = performance.now() - start;
console.log(JSON.stringify({ time, files: [...loaded].filter((file) => /^\.\/\w+\.cjs$/.test(file)) }));
process.exit(0);
