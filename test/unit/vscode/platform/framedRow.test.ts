import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { CancelledError } from '../../../../src/core/util/errors.ts';
import { useEditor } from '../../../mocks/vscode.ts';

interface Row {
  readonly id: string;
}

/** What the editor does with its key: the row with the frame comes into the selection, or leaves it. */
let toggle: () => void;
let asked = 0;
let said: string[] = [];
useEditor({
  window: { showInformationMessage: async (text: string) => void said.push(text) },
  commands: {
    executeCommand: async (command: string, { commands }: { commands: readonly string[] }) => {
      assert.equal(command, 'runCommands');
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
  const frame: InstanceType<typeof FramedRow<Row>> = new FramedRow<Row>(() => shown);
  const tells = (rows: readonly Row[]): void => {
    shown.selection = rows;
    if (!frame.told(rows)) {
      heard.push(rows);
      frame.selected(rows.length);
    }
  };
  toggle = () => {
    const rest = shown.selection.filter((row) => row !== framed);
    if (framed) {
      tells(rest.length < shown.selection.length ? rest : [...rest, framed]);
    }
  };
  return { shown, frame, tells, heard };
}

const isRefused = (frame: { check(): Promise<void> | undefined }): Promise<void> =>
  assert.rejects(async () => frame.check(), CancelledError);

beforeEach(() => {
  asked = 0;
  said = [];
});

test('nothing is asked while the frame is at what a person selected', async () => {
  const { frame } = view(b, [a]);
  assert.equal(frame.check(), undefined, 'at once: the next key may come before anything else');
  frame.moved();
  frame.selected();
  assert.equal(frame.check(), undefined);
  assert.equal(asked, 0);
});

test('a key that follows arrow keys selects the row with the frame and does nothing else, once', async () => {
  for (const selected of [[a], [], [a, c]]) {
    said = [];
    const { shown, frame } = view(b, selected);
    frame.moved();
    await Promise.all([isRefused(frame), isRefused(frame)]);
    assert.deepEqual(said, [now]);
    assert.deepEqual(shown.selection, [b]);
    await frame.check();
  }
});

test('where arrow keys led back to a row that is selected, a key acts on what is', async () => {
  for (const selected of [[b], [a, b]]) {
    const { shown, frame, heard } = view(b, selected);
    frame.moved();
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
  frame.moved();
  await Promise.all([isRefused(frame), isRefused(frame)]);
  assert.deepEqual(shown.selection, [b]);
  await frame.check();
});

test('where another row is clicked meanwhile, keys are about that', async () => {
  const { shown, frame, tells } = view(b, [a], 1, () => tells([c]));
  frame.moved();
  await isRefused(frame);
  assert.deepEqual([shown.selection, said], [[c], []]);
  await frame.check();
});

test('a row that is not known is none that keys act on', async () => {
  const { frame } = view(undefined, [a]);
  frame.moved();
  await isRefused(frame);
  assert.deepEqual(said, [first]);
  await isRefused(frame);
});
