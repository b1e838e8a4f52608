import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({});
const { lostEditWords } = await import('../../../../src/vscode/policies/lostEditWords.ts');

test('each edit that is lost has a line', () => {
  const of = (change: 'add' | 'remove' | 'change' | 'move' | 'rename' | 'unknown') => ({
    name: 'rules/web',
    array: 'rules',
    rule: 'web',
    change,
  });
  assert.deepEqual(
    lostEditWords([
      of('add'),
      of('remove'),
      of('change'),
      of('move'),
      of('rename'),
      of('unknown'),
      { name: '(document)', change: 'document' },
    ]),
    [
      '"web", added here, is removed',
      '"web", removed here, comes back',
      '"web", changed here, is overwritten',
      '"web", moved here, is moved back',
      '"web", renamed here, is renamed again',
      '"web" is removed, changed or moved',
      'Members of the document, changed here, are changed back',
    ],
  );
});

test('a dialog has space for twelve of them', () => {
  const many = Array.from({ length: 14 }, (_, at) => ({
    name: `rules/${at}`,
    array: 'rules',
    rule: String(at),
    change: 'add' as const,
  }));
  const lines = lostEditWords(many);
  assert.equal(lines.length, 13);
  assert.equal(lines.at(-1), 'and 2 more');
  assert.equal(lostEditWords(many.slice(0, 12)).length, 12);
});

test('of what cannot be read it is said that all is replaced', () => {
  assert.match(lostEditWords(undefined).join(), /all of it is replaced/);
});
