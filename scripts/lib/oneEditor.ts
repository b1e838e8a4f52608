import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'esbuild';

/**
 * One way to the API of the editor for all files of the extension. Each of them imports all of it, and a bundler makes a copy for each:
 * two hundred times some three hundred names, at every start. With their names known it makes none.
 */
export const oneEditor: Plugin = {
  name: 'one-editor',
  setup(work) {
    work.onResolve({ filter: /^vscode$/ }, ({ namespace }) =>
      namespace === 'editor' ? { path: 'vscode', external: true } : { path: 'vscode', namespace: 'editor' },
    );
    work.onLoad({ filter: /^vscode$/, namespace: 'editor' }, () => ({
      contents: `export { ${editorNames().join(', ')} } from 'vscode';`,
    }));
  },
};

/** What the API has at run time: its types say it. */
function editorNames(): string[] {
  const types = readFileSync(createRequire(import.meta.url).resolve('@types/vscode/index.d.ts'), 'utf8');
  const values = types.matchAll(/^(?:\t| {4})export (?:class|const|enum|function|let|namespace) (\w+)/gm);
  return [...new Set(Array.from(values, ([, name = '']) => name))];
}
