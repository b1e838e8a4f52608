/**
 * `node startOver.ts <module> <folder>`: loads the extension and activates it over an editor that answers anything and has the folder
 * open; prints what was required until then, as JSON.
 */
import { createRequire } from 'node:module';
import { standInForEditor } from './anyEditor.ts';

const [, , module = '', folder] = process.argv;
const required = new Set<string>();
standInForEditor((specifier) => required.add(specifier), folder);
const load = createRequire(import.meta.url);
const extension = load(module) as { activate(context: unknown): Promise<void> };
await extension.activate(load('vscode'));
console.log(JSON.stringify([...required]));
process.exit(0);
