import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TreeSelection } from '../../../../src/vscode/policies/treeSelection.ts';

const person = { person: true };

interface Tree {
  selection: readonly string[];
  isDrawing: boolean;
}

/** A tree that knows what it is told to, and a wait in which something happens to it. */
function tree(meanwhile: (view: Tree, waits: number) => void = () => undefined) {
  const view: Tree = { selection: [], isDrawing: false };
  let waits = 0;
  const selection = new TreeSelection<string>({
    view,
    isDrawing: () => view.isDrawing,
    wait: async () => meanwhile(view, ++waits),
  });
  return { view, selection };
}

describe('the selection of a tree', () => {
  it('is all the rows that were selected, also while some are being drawn anew', async () => {
    const { view, selection } = tree((each, waits) => {
      each.selection = waits < 40 ? ['b'] : ['b', 'c'];
    });
    selection.told(['b', 'c'], person);
    view.selection = [];
    assert.deepEqual(await selection.rows(), ['b', 'c']);
  });

  for (const told of [0, 1]) {
    it(`is all the rows, also when ${told} of them could be told`, async () => {
      const { view, selection } = tree((each, waits) => {
        each.selection = waits === 40 ? ['b', 'c'] : each.selection;
        each.isDrawing = waits < 40;
      });
      view.isDrawing = true;
      view.selection = ['b', 'c'].slice(0, told);
      selection.told(view.selection, person);
      assert.equal(selection.isPart, true);
      assert.deepEqual(await selection.rows(), ['b', 'c']);
      view.selection = ['b'];
      assert.equal(await selection.rows(), undefined, 'from then on they are counted');
    });
  }

  it('is none when none was told, and none comes for a while', async () => {
    let waits = 0;
    const { selection } = tree((_, number) => {
      waits = number;
    });
    selection.told([], person);
    assert.deepEqual(await selection.rows(), []);
    assert.ok(waits > 10 && waits < 50);
  });

  it('is what the tree takes a moment to know after it was drawn', async () => {
    const { selection } = tree((each, waits) => {
      each.selection = waits === 5 ? ['b'] : each.selection;
    });
    selection.told([], person);
    assert.deepEqual(await selection.rows(), ['b']);
  });

  it('is never a part of what was selected, until that was accepted', async () => {
    const { view, selection } = tree();
    selection.told(['b', 'c'], person);
    view.selection = ['b'];
    assert.equal(await selection.rows(), undefined);
    assert.equal(await selection.rows(), undefined);
    selection.accept();
    assert.deepEqual(await selection.rows(), ['b']);
  });

  it('is empty when all that was selected is gone', async () => {
    const { selection } = tree();
    selection.told(['b', 'c'], person);
    assert.deepEqual(await selection.rows(), []);
  });

  it('is another one once a person selects, and not when the program does', () => {
    const { selection } = tree();
    const before = selection.changes;
    selection.told(['b'], { person: false });
    assert.equal(selection.changes, before);
    selection.told(['b'], person);
    assert.notEqual(selection.changes, before);
  });

  it('is lit up in the window as it was told last, also while it is drawn anew', () => {
    const { view, selection } = tree();
    assert.equal(selection.lit, undefined);
    selection.told(['b'], person);
    view.isDrawing = true;
    view.selection = [];
    assert.deepEqual(selection.lit, ['b']);
    selection.told([], person);
    assert.equal(selection.lit, undefined, 'of other rows, which are not known yet');
    selection.told(['c'], person);
    assert.equal(selection.lit, undefined, 'others may be selected with it');
  });
});
