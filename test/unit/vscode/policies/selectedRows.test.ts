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
  const drawing = { isOn: false };
  const moved = new MovedRules();
  const meant = new MeantRows();
  let waits = 0;
  const selection = new TreeSelection<TreeNode>({
    view,
    isDrawing: () => drawing.isOn,
    wait: async () => meanwhile(view, ++waits),
  });
  const rows = new SelectedRows({
    tree: { drawing, drawRules: () => undefined },
    moved,
    meant,
    selection,
    shownRows: {
      areOurs: () => false,
      areWanted: () => false,
      keepChosen: (telling) => telling(),
      chosen: () => undefined,
    },
    onKnown: () => undefined,
  });
  rows.told(view.selection);
  const before = rows.selections;
  meant.are(before, [mine]);
  moved.remember([mine]);
  const names = async (asOf: number): Promise<readonly unknown[]> =>
    (await rows.meantBy(asOf, async () => undefined)).map((each) => 'name' in each && each.name);
  return { rows, view, drawing, moved, before, names };
}

test('a key after a move is about the rule that was moved, before the tree tells of it', async () => {
  const { rows, before, names } = tree();
  assert.equal(rows.selections, before);
  assert.deepEqual(await names(rows.selections), ['mine']);
});

test('a click on a row that is not known yet, though nothing seems to be drawn, is what the next key is about', async () => {
  const { rows, view, moved, before, names } = tree((each, waits) => {
    each.selection = waits < 5 ? [] : [row(other)];
  });
  view.selection = [];
  rows.told([]);
  assert.notEqual(rows.selections, before, 'keys before it are told from those after it');
  assert.deepEqual(await names(rows.selections), ['other'], 'the key after it');
  assert.deepEqual(await names(before), ['mine'], 'a key before it that has its turn late');
  assert.equal(moved.awaited, undefined, 'nothing is selected in its place any more');
});

test('where the rows were only gone, the rule that was moved stays meant', async () => {
  const { rows, view, moved, names } = tree();
  view.selection = [];
  rows.told([]);
  assert.deepEqual(await names(rows.selections), ['mine']);
  assert.deepEqual(moved.awaited, [mine]);
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
