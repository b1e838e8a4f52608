import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { CanceledError } from '../../../../src/core/util/errors.ts';
import { useEditor } from '../../../mocks/vscode.ts';

interface Row {
  readonly id: string;
}

/** What the editor does with its key: the row with the frame comes into the selection, or leaves it. */
let toggle: () => void;
/** What the editor does when it is asked which row has the frame. */
let tellFrame: () => void;
let asked = 0;
let said: string[] = [];
useEditor({
  window: { showInformationMessage: async (text: string) => void said.push(text) },
  commands: {
    executeCommand: async (command: string, { commands }: { commands: readonly (string | object)[] }) => {
      assert.equal(command, 'runCommands');
      if (typeof commands[0] === 'object') {
        assert.deepEqual(commands, [
          {
            command: 'rows.framed',
            args: [[{ in: 'tree' }, { $treeViewId: 'rows', $focusedTreeItem: true }]],
          },
        ]);
        return tellFrame();
      }
      asked++;
      for (const each of commands) {
        assert.equal(each, 'list.toggleSelection');
        toggle();
      }
    },
  },
});
const { FramedRow } = await import('../../../../src/vscode/platform/framedRow.ts');

const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
const now = 'Nothing was done yet: press the key again for the row that is selected now.';
const first = 'Nothing was done: select a row with a click or the space bar first.';

/** A view in which rows are selected, and `framed` has the frame; `forgets` times it shows a row without selecting it. */
function view(
  framed: Row | undefined,
  selected: readonly Row[],
  forgets = 0,
  meanwhile = (): void => undefined,
) {
  let left = forgets;
  const heard: (readonly Row[])[] = [];
  const shown = {
    selection: selected,
    reveal: async (row: Row) => {
      meanwhile();
      if (left-- <= 0) {
        tells([row]);
      }
    },
  };
  const frame: InstanceType<typeof FramedRow<Row>> = new FramedRow<Row>('rows', () => shown);
  const tells = (rows: readonly Row[]): void => {
    shown.selection = rows;
    if (!frame.told(rows)) {
      heard.push(rows);
      frame.selected(rows.length);
    }
  };
  tellFrame = () => frame.heard({ in: 'tree', framed });
  toggle = () => {
    const rest = shown.selection.filter((row) => row !== framed);
    if (framed) {
      tells(rest.length < shown.selection.length ? rest : [...rest, framed]);
    }
  };
  return { shown, frame, tells, heard };
}

/** @param framed the row that has the frame, where the editor tells it with the key */
const isRefused = (frame: { check(key?: unknown): Promise<void> | undefined }, framed?: Row): Promise<void> =>
  assert.rejects(async () => frame.check({ in: 'tree', framed }), CanceledError);

beforeEach(() => {
  asked = 0;
  said = [];
});

test('nothing is asked while the frame is at what a person selected', async () => {
  const { frame } = view(b, [a]);
  assert.equal(frame.check(), undefined, 'at once: the next key may come before anything else');
  frame.heard(undefined);
  frame.selected();
  assert.equal(frame.check(), undefined);
  assert.equal(asked, 0);
});

test('a key that follows arrow keys selects the row with the frame and does nothing else, once', async () => {
  for (const selected of [[a], [], [a, c]]) {
    said = [];
    const { shown, frame } = view(b, selected);
    frame.heard(undefined);
    await Promise.all([isRefused(frame), isRefused(frame)]);
    assert.deepEqual(said, [now]);
    assert.deepEqual(shown.selection, [b]);
    await frame.check();
  }
});

test('where arrow keys led back to a row that is selected, a key acts on what is', async () => {
  for (const selected of [[b], [a, b]]) {
    const { shown, frame, heard } = view(b, selected);
    frame.heard(undefined);
    await frame.check();
    assert.deepEqual(new Set(shown.selection), new Set(selected));
    assert.deepEqual([heard, said], [[], []], 'nobody hears of how it was found');
  }
});

test('what the program selected is given the frame first, unless it was clicked, or nobody can say', async () => {
  const elsewhere = view(b, [a]);
  elsewhere.frame.left();
  await isRefused(elsewhere.frame);
  assert.deepEqual([elsewhere.shown.selection, said], [[a], [now]]);
  await elsewhere.frame.check();
  for (const framed of [a, undefined]) {
    const { frame } = view(framed, [a]);
    frame.left();
    await frame.check();
  }
});

test('rows that were selected from the frame on are none with what the program had selected', async () => {
  const { shown, frame } = view(c, [a, b, c]);
  frame.left();
  frame.selected(3);
  await isRefused(frame);
  assert.deepEqual(shown.selection, [c]);
  await frame.check();
});

test('no key acts before the row is selected alone, however often the view forgets it', async () => {
  const { shown, frame } = view(b, [a], 3);
  frame.heard(undefined);
  await Promise.all([isRefused(frame), isRefused(frame)]);
  assert.deepEqual(shown.selection, [b]);
  await frame.check();
});

test('where another row is clicked meanwhile, keys are about that', async () => {
  const { shown, frame, tells } = view(b, [a], 1, () => tells([c]));
  frame.heard(undefined);
  await isRefused(frame);
  assert.deepEqual([shown.selection, said], [[c], []]);
  await frame.check();
});

test('a row that is not known is none that keys act on', async () => {
  const { frame } = view(undefined, [a]);
  frame.heard(undefined);
  await isRefused(frame);
  assert.deepEqual(said, [first]);
  await isRefused(frame);
});

test('a key that says which row has the frame acts at once where that is selected, and else selects it, whatever moved it', async () => {
  const { frame, shown } = view(b, [a]);
  assert.equal(frame.check({ in: 'tree', framed: a }), undefined);
  frame.heard(undefined);
  assert.equal(frame.check({ in: 'tree', framed: a }), undefined, 'arrow keys led back');
  await Promise.all([isRefused(frame, b), isRefused(frame, b)]);
  assert.deepEqual([shown.selection, said], [[b], [now]]);
  assert.equal(frame.check({ in: 'tree', framed: b }), undefined);
  assert.equal(asked, 0);
});

test('where the editor does not tell which row has the frame, a key goes by the arrow keys', async () => {
  for (const framed of [undefined, null, { $treeViewId: 'rows', $focusedTreeItem: true }]) {
    const { frame } = view(b, [a]);
    assert.equal(frame.check({ in: 'tree', framed }), undefined);
    frame.heard(undefined);
    await assert.rejects(async () => frame.check({ in: 'tree', framed }), CanceledError);
  }
});

test('a key after a row was taken out of the selection acts at once on the rest, until the frame goes elsewhere', async () => {
  const { frame, tells, shown } = view(b, [a, b, c]);
  tells([a, b, c]);
  tells([a, c]);
  // As soon as the editor told where the frame is.
  await frame.check({ in: 'tree', framed: b });
  assert.equal(frame.check({ in: 'tree', framed: b }), undefined);
  assert.deepEqual(shown.selection, [a, c]);
  const d = { id: 'd' };
  await isRefused(frame, d);
  assert.deepEqual(shown.selection, [d]);
  // It was clicked, so that it lost the others: they are none that was taken out of it.
  const clicked = view(a, [a, b]);
  clicked.tells([a, b]);
  clicked.tells([a]);
  await isRefused(clicked.frame, b);
  assert.deepEqual(clicked.shown.selection, [b]);
});

test('what the program selected where the frame stayed is what keys are about, until the frame goes elsewhere', async () => {
  const { frame, shown } = view(b, [a]);
  frame.stays();
  await frame.check({ in: 'tree', framed: b });
  assert.equal(frame.check({ in: 'tree', framed: b }), undefined);
  await isRefused(frame, c);
  assert.deepEqual(shown.selection, [c]);
  // Of a row that it followed to nobody knows that: that one is given the frame first, unless the frame went elsewhere since.
  for (const [framed, selected] of [
    [b, a],
    [c, c],
  ] as const) {
    const followed = view(b, [a]);
    followed.frame.stays();
    followed.frame.left();
    await isRefused(followed.frame, framed);
    assert.deepEqual(followed.shown.selection, [selected]);
  }
});

test('a key that comes while another one waits is about its own row with the frame', async () => {
  const { shown, frame, tells } = view(b, [a, b]);
  tells([a, b]);
  // Taken out of the selection: the editor is asked where the frame is.
  tells([a]);
  const waiting = frame.check({ in: 'tree', framed: b });
  frame.heard(undefined);
  const next = frame.check({ in: 'tree', framed: c });
  await waiting;
  await assert.rejects(async () => next, CanceledError);
  assert.deepEqual([shown.selection, said], [[c], [now]]);
});
