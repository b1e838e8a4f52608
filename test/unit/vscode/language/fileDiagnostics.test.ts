import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { diagnosticCodes } from '../../../../src/core/assist/findings/catalog.ts';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({});
const { headings, RestingTimer } = await import('../../../../src/vscode/language/fileDiagnostics.ts');

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

test('what is quick is done at once, what was slow when typing rests', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  context.mock.method(performance, 'now', () => now);
  const timer = new RestingTimer();
  context.after(() => timer.dispose());
  const done: string[] = [];
  const work = (name: string, ms: number) => (): void => {
    done.push(name);
    now += ms;
  };
  timer.run('file', work('first', 8));
  timer.run('file', work('quick', 20));
  assert.deepEqual(done, ['first', 'quick']);
  timer.run('file', work('overtaken', 1));
  timer.run('other', work('other', 1));
  context.mock.timers.tick(59);
  timer.run('file', work('rested', 1));
  context.mock.timers.tick(59);
  assert.deepEqual(done, ['first', 'quick', 'other']);
  context.mock.timers.tick(1);
  timer.run('file', work('quick again', 1));
  assert.deepEqual(done, ['first', 'quick', 'other', 'rested', 'quick again']);
});
