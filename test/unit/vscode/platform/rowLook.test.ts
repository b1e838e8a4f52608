import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({ TreeItemCollapsibleState: {} });
const { rowLook } = await import('../../../../src/vscode/platform/treeView.ts');

test('a rule that decides for nothing has a badge, beside the letter of its mark', () => {
  assert.deepEqual(rowLook('dead', '-'), { color: 'ordinance.warningForeground', badge: '!' });
  assert.deepEqual(rowLook('dead', 'M'), { color: 'ordinance.warningForeground', badge: 'M!' });
});

test('no tone has a color that high contrast themes leave out', () => {
  for (const tone of ['dimmed', 'dead', 'edited', 'live-changed', 'conflict', 'failed']) {
    const { color = '' } = rowLook(tone, '-') ?? {};
    assert.notEqual(color, '', tone);
    assert.doesNotMatch(color, /^list\.(warning|error)Foreground$/, tone);
  }
});

test('the mark colors a row and has its letter; what is neither toned nor marked has nothing', () => {
  assert.deepEqual(rowLook('dimmed', 'A'), { color: 'gitDecoration.addedResourceForeground', badge: 'A' });
  assert.deepEqual(rowLook('dimmed', '-'), { color: 'disabledForeground' });
  assert.equal(rowLook('-', '-'), undefined);
});
