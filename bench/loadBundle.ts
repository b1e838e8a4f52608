/** `node bench/loadBundle.ts <bundle>…`: prints how many ms it takes to load them and to activate the first, over an editor that answers anything. */
import { createRequire } from 'node:module';
import { standInForEditor } from '../scripts/lib/anyEditor.ts';

standInForEditor();
const load = createRequire(import.meta.url);
const start = performance.now();
const [extension] = process.argv
  .slice(2)
  .map((bundle) => load(bundle) as { activate(context: unknown): Promise<void> });
void extension?.activate(load('vscode'));
console.log(performance.now() - start);
process.exit(0);
