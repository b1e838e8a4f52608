import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFromPage } from '../../../../src/vscode/order/picture/pictureMessages.ts';

test('a page moves some rules, each once and in order, and nothing else that it may send', () => {
  const move = { kind: 'move', version: 3, rules: [0, 2], to: 1 };
  assert.deepEqual(readFromPage(move), move);
  assert.deepEqual(readFromPage({ ...move, more: 1 }), move);
  const preview = { ...move, kind: 'preview' };
  assert.deepEqual(readFromPage(preview), preview);
  const nonsense: readonly unknown[] = [[], [1, 1], [2, 0], [-1], [0.5], ['0'], 0, '0', null, undefined, {}];
  for (const rules of nonsense) {
    assert.equal(readFromPage({ ...move, rules }), undefined);
    assert.equal(readFromPage({ ...preview, rules }), undefined);
  }
  assert.equal(readFromPage({ ...move, to: -1 }), undefined);
  assert.equal(readFromPage({ ...preview, to: undefined }), undefined);
});

test('what a page sends is only taken when it makes sense', () => {
  const good = [
    { kind: 'ready' },
    { kind: 'list', list: 'hostRules' },
    { kind: 'move', version: 1, rules: [1], to: 2 },
    { kind: 'undo' },
    { kind: 'reveal', version: 1, rule: 0 },
    { kind: 'text' },
    { kind: 'about', version: 1, rule: 1, column: undefined },
    { kind: 'about', version: 1, rule: undefined, column: 1 },
  ];
  for (const message of good) {
    assert.deepEqual(readFromPage({ ...message, more: '<script>' }), message);
  }
  const bad = [
    undefined,
    'ready',
    { kind: 'list' },
    { kind: 'about', version: 1, column: '0' },
    { kind: 'about', version: -1 },
    { kind: 'move', version: 1, rules: [0.5], to: 2 },
    { kind: 'about', version: 1, rule: '1' },
    { kind: 'preview', version: 1, rules: true, to: 0 },
    { kind: 'constructor' },
    { kind: 'run', command: 'x' },
  ];
  for (const message of bad) {
    assert.equal(readFromPage(message), undefined);
  }
});
