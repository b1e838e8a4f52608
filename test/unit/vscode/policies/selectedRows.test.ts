import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TreeNode } from '../../../../src/vscode/policies/treeNode.ts';
import type { RuleTarget } from '../../../../src/vscode/workspace/target.ts';
import { MeantRows } from '../../../../src/vscode/policies/meantRows.ts';
import { MovedRules } from '../../../../src/vscode/policies/movedRules.ts';
import { TreeSelection } from '../../../../src/vscode/policies/treeSelection.ts';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({});
const { SelectedRows } = await import('../../../../src/vscode/policies/selectedRows.ts');

const rule = (index: number, name: string): RuleTarget => ({
  kind: 'rule',
  consoleId: 'main',
  policy: 'vulnerability/images',
  array: 'rules',
  index,
  name,
});
const row = (target: RuleTarget): TreeNode => ({ id: target.name, kind: 'rule', target }) as TreeNode;
const [mine, other] = [rule(1, 'mine'), rule(2, 'other')];

/** A tree in which a rule was selected and is moved; `meanwhile` happens to it while rows are waited for. */
function tree(
  meanwhile: (view: { selection: readonly TreeNode[] }, waits: number) => void = () => undefined,
) {
  const view: { selection: readonly TreeNode[] } = { selection: [row(rule(0, 'mine'))] };
  const drawing = { isOn: false, isUnknown: false };
  const moved = new MovedRules();
  const meant = new MeantRows();
  const ours = { are: false, areNewest: true };
  let waits = 0;
  const selection = new TreeSelection<TreeNode>({
    view,
    isDrawing: () => drawing.isOn,
    wait: async () => meanwhile(view, ++waits),
  });
  const rows = new SelectedRows({
    drawing,
    tree: { drawRules: () => undefined },
    moved,
    meant,
    selection,
    shownRows: {
      areOurs: () => ours.are,
      areWanted: () => ours.are,
      areNewest: () => ours.areNewest,
      keepChosen: (telling) => telling(),
      chosen: () => undefined,
    },
    onKnown: () => undefined,
    onPerson: () => undefined,
    wait: async () => meanwhile(view, ++waits),
  });
  rows.told(view.selection);
  const before = rows.selections;
  meant.are(before, [mine]);
  moved.remember([mine]);
  const names = async (asOf: number): Promise<readonly unknown[]> =>
    (await rows.meantBy(asOf, async () => undefined)).map((each) => 'name' in each && each.name);
  return { rows, view, drawing, moved, ours, before, names };
}

test('a key after a move is about the rule that was moved, before the tree tells of it', async () => {
  const { rows, before, names } = tree();
  assert.equal(rows.selections, before);
  assert.deepEqual(await names(rows.selections), ['mine']);
});

/** Rows are being drawn anew, and the tree tells of none. */
function forgets({ rows, view, drawing }: ReturnType<typeof tree>): void {
  drawing.isOn = drawing.isUnknown = true;
  view.selection = [];
  rows.told([]);
}

test('a click on a row that is not known yet is what the next key is about, and a key before it is not', async () => {
  const all = tree((each, waits) => {
    if (waits === 5) {
      all.drawing.isOn = all.drawing.isUnknown = false;
      each.selection = [row(other)];
    }
  });
  const { rows, moved, before, names } = all;
  forgets(all);
  assert.equal(rows.isUnsure, true);
  assert.notEqual(rows.selections, before, 'keys before it are told from those after it');
  const after = rows.selections;
  assert.deepEqual(await names(after), ['other'], 'the key after it');
  assert.deepEqual(await names(before), ['mine'], 'a key before it that has its turn late');
  assert.equal(moved.awaited, undefined, 'nothing is selected in its place any more');
  assert.equal(await rows.isStill(before), false);
  assert.deepEqual(await names(rows.selections), ['other']);
});

test('where the rows were only gone, the rule that was moved stays meant by keys before and after', async () => {
  const all = tree((_, waits) => {
    all.drawing.isOn = all.drawing.isUnknown = waits < 5;
  });
  const { rows, moved, before, names } = all;
  forgets(all);
  assert.equal(rows.isSame(before), false, 'not before it is known');
  assert.deepEqual(await names(rows.selections), ['mine']);
  assert.deepEqual(await names(before), ['mine']);
  assert.deepEqual(moved.awaited, [mine]);
  assert.equal(rows.isSame(before), true);
  assert.equal(rows.isSame(rows.selections), true);
});

test('rows that are gone while all are known are nobody’s choice', async () => {
  const { rows, view, before, names } = tree();
  view.selection = [];
  rows.told([]);
  assert.equal(rows.isUnsure, false);
  assert.equal(rows.selections, before);
  assert.deepEqual(await names(rows.selections), ['mine']);
});

test('where another row is selected before it is known which was, a key between the two is refused', async () => {
  const all = tree();
  const { rows, view, names } = all;
  forgets(all);
  const between = rows.selections;
  view.selection = [row(other)];
  rows.told(view.selection);
  await assert.rejects(names(between), { code: 'selected-meanwhile' });
  assert.deepEqual(await names(rows.selections), ['other']);
});

test('a click on a known row is what the next key is about at once', async () => {
  const { rows, view, before, names } = tree();
  view.selection = [row(other)];
  rows.told(view.selection);
  assert.deepEqual(await names(rows.selections), ['other']);
  assert.deepEqual(await names(before), ['mine']);
});

test('what was selected meanwhile and is not known is nothing that is acted on', async () => {
  const { rows, view } = tree();
  view.selection = [row(other)];
  rows.told(view.selection);
  await assert.rejects(
    rows.meantBy(-1, async () => undefined),
    { code: 'selected-meanwhile' },
  );
});

test('what the program shows after a move is what keys are about, though what was moved was never shown', async () => {
  const { rows, view, moved, ours, names } = tree();
  ours.are = true;
  view.selection = [row(other)];
  rows.told(view.selection);
  assert.equal(moved.awaited, undefined);
  assert.deepEqual(await names(rows.selections), ['other']);
});

test('what it was on its way to show before a move is not', async () => {
  const { rows, view, moved, ours, names } = tree();
  Object.assign(ours, { are: true, areNewest: false });
  view.selection = [row(other)];
  rows.told(view.selection);
  assert.deepEqual(moved.awaited, [mine]);
  assert.deepEqual(await names(rows.selections), ['mine']);
});
