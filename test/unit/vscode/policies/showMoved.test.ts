import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MovedRules } from '../../../../src/vscode/policies/movedRules.ts';
import { ShowMoved } from '../../../../src/vscode/policies/showMoved.ts';
import type { TreeNode } from '../../../../src/vscode/policies/treeNode.ts';
import type { RuleTarget } from '../../../../src/vscode/workspace/target.ts';

const rule = (index: number): RuleTarget => ({
  kind: 'rule',
  consoleId: 'main',
  policy: 'vulnerability/images',
  array: 'rules',
  index,
});
const row = (target: RuleTarget): TreeNode => ({ id: String(target.index), target }) as unknown as TreeNode;

/** A tree in which the first rule is selected; `showing` says what comes of each time that a row is shown. */
function tree(...showing: ((select: () => void) => void)[]) {
  const sure: { wait: () => Promise<void> } = { wait: async () => undefined };
  const view = { selection: [row(rule(0))] as readonly TreeNode[], visible: true };
  const moved = new MovedRules();
  const focused: boolean[] = [];
  const selected: boolean[] = [];
  const showMoved = new ShowMoved({
    view,
    tree: { nodeOf: async (target) => row(target as RuleTarget) },
    moved,
    selection: { lit: undefined, rows: async () => view.selection },
    whenSure: () => sure.wait(),
    shownRows: {
      async showSurely(target, how = {}) {
        const isGiven = how.focus?.() ?? false;
        focused.push(isGiven);
        selected.push(how.select ?? true);
        showing.shift()?.(() => (view.selection = [row(target as RuleTarget)]));
        return isGiven;
      },
    },
  });
  return { showMoved, moved, view, focused, selected, sure };
}

test('what was moved is selected, and the view has the keyboard', async () => {
  const targets = [rule(1)];
  const { showMoved, moved, view, focused } = tree((select) => select());
  moved.remember(targets);
  await showMoved.show(targets);
  assert.deepEqual(view.selection, [row(rule(1))]);
  assert.equal(moved.awaited, undefined);
  assert.deepEqual(focused, [true]);
});

test('a row that is not selected at once is shown again, and the keyboard stays where it is by then', async () => {
  const targets = [rule(1)];
  const { showMoved, moved, focused } = tree(
    () => undefined,
    () => undefined,
    (select) => select(),
  );
  moved.remember(targets);
  await showMoved.show(targets);
  assert.deepEqual(focused, [true, false, false]);
});

test('a row that is lit up is not selected again, nor given the keyboard', async () => {
  const targets = [rule(0)];
  const { showMoved, moved, focused, selected } = tree();
  moved.remember(targets);
  await showMoved.show(targets);
  assert.deepEqual([focused, selected], [[false], [false]]);
});

test('it takes nothing from a person whose click is not known yet', async () => {
  const targets = [rule(1)];
  const { showMoved, moved, view, selected, sure } = tree((select) => select());
  moved.remember(targets);
  sure.wait = async () => void moved.selected([rule(2)]);
  await showMoved.show(targets);
  assert.deepEqual([view.selection, selected], [[row(rule(0))], []]);
});

test('it ends where others were moved meanwhile', async () => {
  const targets = [rule(1)];
  const { showMoved, moved, view } = tree(() => moved.remember([rule(2)]));
  moved.remember(targets);
  await showMoved.show(targets);
  assert.deepEqual(view.selection, [row(rule(0))]);
});

test('a view that a person left for another one is not brought back', async () => {
  const targets = [rule(1)];
  const { showMoved, moved, view, focused } = tree(() => (view.visible = false));
  moved.remember(targets);
  await showMoved.show(targets);
  assert.deepEqual(focused, [true]);
});

test('a person who comes back to the view finds lit up what the next key is about', async () => {
  const targets = [rule(1)];
  const { showMoved, moved, view, focused } = tree(
    () => (view.visible = false),
    (select) => select(),
  );
  moved.remember(targets);
  await showMoved.show(targets);
  assert.deepEqual([moved.awaited, view.selection], [targets, [row(rule(0))]]);
  view.visible = true;
  await showMoved.seen();
  assert.deepEqual([moved.awaited, view.selection], [undefined, [row(rule(1))]]);
  assert.deepEqual(focused, [true, false], 'the keyboard is where the person put it');
  await showMoved.seen();
  assert.equal(focused.length, 2, 'nothing is awaited any more');
});

test('a view that is seen because of what it shows is shown it once', async () => {
  const targets = [rule(1)];
  const { showMoved, moved, focused } = tree((select) => {
    void showMoved.seen();
    select();
  });
  moved.remember(targets);
  await showMoved.show(targets);
  assert.deepEqual(focused, [true]);
});

test('what cannot be lit up in time is not what keys are about: that is what is lit up', async (t) => {
  const targets = [rule(1)];
  const { showMoved, moved, view } = tree(() => t.mock.timers.tick(6000));
  t.mock.timers.enable({ apis: ['Date'] });
  moved.remember(targets);
  await showMoved.show(targets);
  assert.deepEqual(view.selection, [row(rule(0))]);
  assert.equal(moved.awaited, undefined);
});
