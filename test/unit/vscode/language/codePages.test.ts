import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { diagnosticCodes } from '../../../../src/core/assist/findings/catalog.ts';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({});
const { headings } = await import('../../../../src/vscode/language/fileDiagnostics.ts');

test('every code is described in docs/diagnostics.md, under a heading that is found', async () => {
  const page = await readFile(new URL('../../../../docs/diagnostics.md', import.meta.url), 'utf8');
  const found = headings(page);
  const missing = diagnosticCodes.filter(({ code }) => !found.has(code)).map(({ code }) => code);
  assert.deepEqual(missing, []);
  const lines = page.split('\n');
  for (const [code, line] of found) {
    assert.equal(lines[line - 1], `## \`${code}\``);
    assert.match(lines[line + 1] ?? '', /\S/, `${code} has a text`);
  }
});
