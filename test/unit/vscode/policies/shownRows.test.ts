import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ShownRows } from '../../../../src/vscode/policies/shownRows.ts';
import type { TreeNode } from '../../../../src/vscode/policies/treeNode.ts';

const row = (id: string): TreeNode => ({ id, kind: 'rule', target: { id } }) as unknown as TreeNode;
const rows = new Map(['a', 'b', 'c'].map((id) => [id, row(id)]));
const named = (id: string): TreeNode => rows.get(id) as TreeNode;

/** A tree in which a person does something while the editor is on its way to show a row, and the next one. */
function tree(...events: (() => void)[]) {
  let forgets = 0;
  const focused: boolean[] = [];
  const drawnAnew: { id: string }[] = [];
  const drawn = { wait: async (): Promise<void> => undefined, arrival: Promise.resolve() };
  const view = {
    visible: true,
    selection: [named('a')] as readonly TreeNode[],
    async reveal(node: TreeNode, how: { readonly select?: boolean; readonly focus?: boolean }) {
      focused.push(how.focus ?? false);
      await drawn.arrival;
      events.shift()?.();
      if (how.select && forgets-- <= 0) {
        view.selection = [node];
      }
    },
  };
  const selection = { changes: 0 };
  const shown = new ShownRows({
    view,
    tree: {
      nodeOf: async (target) => rows.get((target as unknown as { id: string }).id),
      rowLike: async ({ id }) => rows.get(id),
      drawAround: (around) => drawnAnew.push(around as unknown as { id: string }),
    },
    draws: { whenDrawn: async () => drawn.wait() },
    use: { isOurs: true, byOurselves: async (work) => work() },
    selection,
    moved: { current: [] },
    onSelected: () => undefined,
    log: { debug: () => undefined },
  });
  const choose = (...ids: readonly string[]): void => {
    view.selection = ids.map(named);
    selection.changes++;
    shown.chosen(view.selection);
  };
  const selected = (): readonly string[] => view.selection.map(({ id }) => id);
  const forget = (times: number): void => {
    forgets = times;
  };
  return { shown, drawnAnew, choose, selected, selection, forget, focused, drawn, view };
}

const target = (id: string) => row(id).target;

test('what is shown is selected', async () => {
  const { shown, selected } = tree();
  await shown.show(target('b'));
  assert.deepEqual(selected(), ['b']);
});

test('a row that is selected while another one is being shown stays selected', async () => {
  const { shown, choose, selected } = tree(() => choose('c'));
  await shown.show(target('b'));
  assert.deepEqual(selected(), ['c']);
});

test('a row that is selected while another one is given back stays selected', async () => {
  const { shown, choose, selected } = tree(
    () => choose('c'),
    () => choose('a'),
  );
  await shown.show(target('b'));
  assert.deepEqual(selected(), ['a']);
});

test('nothing is given back that was chosen before, or is not known yet', async () => {
  const before = tree();
  before.choose('c');
  await before.shown.show(target('b'));
  assert.deepEqual(before.selected(), ['b']);
  const unknown = tree(() => {
    unknown.selection.changes++;
  });
  unknown.choose('c');
  await unknown.shown.show(target('b'));
  assert.deepEqual(unknown.selected(), ['b']);
});

test('a selection is ours only while each of its rows is being selected', async () => {
  const { shown } = tree(() => {
    assert.equal(shown.areOurs([named('b')]), true);
    assert.equal(shown.areOurs([named('b'), named('c')]), false);
    assert.equal(shown.areOurs([]), false, 'a person may have selected rows that are not known yet');
  });
  await shown.show(target('b'));
  assert.equal(shown.areOurs([named('b')]), false);
});

test('what the program selects is wanted until a person selects something else', async () => {
  const { shown, choose, selected } = tree(() => {
    assert.equal(shown.areWanted([named('b')]), true);
    choose('c');
    assert.equal(shown.areOurs([named('b')]), true);
    assert.equal(shown.areWanted([named('b')]), false);
  });
  await shown.show(target('b'));
  assert.deepEqual(selected(), ['c']);
});

test('a row stays to be given back when what the program selects too late counts as another selection', async () => {
  const { shown, choose, selected, selection } = tree(() => {
    choose('c');
    shown.keepChosen(() => selection.changes++);
  });
  await shown.show(target('b'));
  assert.deepEqual(selected(), ['c']);
});

test('a row that the tree forgets to select, as it is being drawn anew, is shown again', async () => {
  const { shown, selected, forget } = tree();
  forget(3);
  await shown.showSurely(target('b'));
  assert.deepEqual(selected(), ['b']);
});

test('it is not shown again where a person selected another row, or another one was shown, or it is not wanted any more', async () => {
  const chosen = tree(() => setTimeout(() => chosen.choose('c'), 5));
  chosen.forget(1);
  await chosen.shown.showSurely(target('b'));
  assert.deepEqual(chosen.selected(), ['c']);

  const another = tree(() => setTimeout(() => void another.shown.show(target('c')), 5));
  another.forget(1);
  await another.shown.showSurely(target('b'));
  assert.deepEqual(another.selected(), ['c']);

  let isUnwanted = false;
  const unwanted = tree(() => (isUnwanted = true));
  unwanted.forget(1);
  await unwanted.shown.showSurely(target('b'), { unless: () => isUnwanted });
  assert.deepEqual(unwanted.selected(), ['a']);
});

test('the tree gets the keyboard once, however often a row is shown: later a person may be typing elsewhere', async () => {
  const { shown, selected, forget, focused } = tree();
  forget(2);
  await shown.showSurely(target('b'), { focus: () => true });
  assert.deepEqual(selected(), ['b']);
  assert.deepEqual(focused, [true, false, false]);
});

test('a tree that could not show a row gets the keyboard when it can', async () => {
  const { shown, focused } = tree(() => {
    throw new Error('the tree is being drawn anew');
  });
  await shown.showSurely(target('b'), { focus: () => true });
  assert.deepEqual(focused, [true, true]);
});

test('a row that is not known yet takes nothing of that', async () => {
  const { shown, focused } = tree();
  assert.equal(await shown.showSurely(target('unknown'), { focus: () => true }), false);
  assert.equal(await shown.showSurely(target('b'), { focus: () => true }), true);
  assert.deepEqual(focused, [true]);
});

test('nothing is on its way to a tree that is being drawn: what a person does until then counts', async () => {
  const { shown, selected, focused, drawn } = tree();
  let isOld = false;
  drawn.wait = async () => void (isOld = true);
  await shown.show(target('b'), { focus: () => true, unless: () => isOld });
  assert.deepEqual([selected(), focused], [['a'], []]);
});

test('who opens a box waits for a row that is on its way to be shown, and that takes the keyboard', async () => {
  const { shown, drawn } = tree();
  const happened: string[] = [];
  let arrive = (): void => undefined;
  drawn.arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const showing = shown.show(target('b'), { focus: () => true }).then(() => happened.push('shown'));
  await new Promise((resolve) => setImmediate(resolve));
  const box = shown.whenShown().then(() => happened.push('box'));
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(happened, []);
  arrive();
  await Promise.all([showing, box]);
  assert.deepEqual(happened, ['shown', 'box']);
});

test('what is to be selected is shown until it is, also where the tree only says that something was selected', async () => {
  const late = tree();
  setTimeout(() => rows.set('d', row('d')), 60);
  await late.shown.showSelected(target('d'));
  assert.deepEqual(late.selected(), ['d'], 'a row that is not known at first');
  rows.delete('d');

  const emptied = tree(() => emptied.choose());
  emptied.forget(1);
  await emptied.shown.showSelected(target('b'));
  assert.deepEqual(emptied.selected(), ['b'], 'nothing was selected');

  const chosen = tree(() => setTimeout(() => chosen.choose('c'), 5));
  chosen.forget(1);
  await chosen.shown.showSelected(target('b'));
  assert.deepEqual(chosen.selected(), ['c'], 'a person selected another row');
});

test('a tree that a person left is not brought back for a row that is known only then', async () => {
  const left = tree();
  let drawn = 0;
  left.drawn.wait = async () => {
    // Once while the row is shown, once to see whether it is.
    if (++drawn === 2) {
      setTimeout(() => {
        left.view.visible = false;
        rows.set('d', row('d'));
      }, 5);
    }
  };
  await left.shown.showSelected(target('d'));
  rows.delete('d');
  assert.deepEqual(left.focused, []);
});

test('a tree that a person left for another view is not brought back, one that was not seen at first is', async () => {
  const left = tree(() => (left.view.visible = false));
  left.forget(3);
  await left.shown.showSurely(target('b'));
  assert.deepEqual(left.focused, [false]);

  const failing = tree(() => {
    failing.view.visible = false;
    throw new Error('the tree is being drawn anew');
  });
  await failing.shown.showSurely(target('b'));
  assert.deepEqual(failing.focused, [false]);

  const opened = tree(() => (opened.view.visible = true));
  opened.view.visible = false;
  opened.forget(1);
  await opened.shown.showSurely(target('b'));
  assert.deepEqual(opened.selected(), ['b']);
});

test('what a row lies in is drawn anew, once, where the editor says to have shown the row and does not, or never knows it', async () => {
  const silent = tree();
  silent.forget(Infinity);
  await silent.shown.showSurely(target('b'));
  assert.deepEqual(silent.drawnAnew, [target('b')]);

  let left = 40;
  const failing = tree();
  failing.view.reveal = async () => {
    if (left-- > 0) {
      throw new Error('no such row');
    }
  };
  await failing.shown.showSurely(target('b'), { select: false });
  assert.deepEqual(failing.drawnAnew, [target('b')]);

  const busy = tree();
  busy.forget(3);
  await busy.shown.showSurely(target('b'));
  assert.deepEqual(busy.drawnAnew, []);
});
