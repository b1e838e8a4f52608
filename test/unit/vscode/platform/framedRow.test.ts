import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { CancelledError } from '../../../../src/core/util/errors.ts';
import { useEditor } from '../../../mocks/vscode.ts';

interface Row {
  readonly id: string;
}

/** What the editor does with its key: the row with the frame comes into the selection, or leaves it. */
let toggle: () => void;
const said: string[] = [];
useEditor({
  window: { showInformationMessage: async (text: string) => void said.push(text) },
  commands: {
    executeCommand: async (command: string, { commands }: { commands: readonly string[] }) => {
      assert.equal(command, 'runCommands');
      for (const each of commands) {
        assert.equal(each, 'list.toggleSelection');
        toggle();
      }
    },
  },
});
const { FramedRow } = await import('../../../../src/vscode/platform/framedRow.ts');

const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

/** A view in which rows are selected, and `framed` has the frame; `forgets` times it shows a row without selecting it. */
function view(framed: Row, selected: readonly Row[], forgets = 0, meanwhile = (): void => undefined) {
  let left = forgets;
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
    frame.told(rows);
    frame.selected(rows.length);
  };
  toggle = () => {
    const rest = shown.selection.filter((row) => row !== framed);
    tells(rest.length < shown.selection.length ? rest : [...rest, framed]);
  };
  return { shown, frame, tells };
}

const isRefused = (frame: { check(): void }): void => assert.throws(() => frame.check(), CancelledError);

test('a key that follows arrow keys selects the row with the frame and does nothing else, once', async () => {
  for (const selected of [[a], [b], [], [a, c], [a, b]]) {
    const { shown, frame } = view(b, selected);
    frame.check();
    frame.moved();
    frame.moved();
    said.length = 0;
    isRefused(frame);
    isRefused(frame);
    await delay(0);
    assert.deepEqual(said, ['Nothing was done yet: press the key again for the row that is selected now.']);
    assert.deepEqual(shown.selection, [b]);
    frame.check();
  }
});

test('no key acts before the row is selected alone, however often the view forgets it', async () => {
  const { shown, frame } = view(b, [a], 3);
  frame.moved();
  isRefused(frame);
  while (shown.selection[0] !== b) {
    isRefused(frame);
    await delay(5);
  }
  await delay(0);
  assert.deepEqual(shown.selection, [b]);
  frame.check();
});

test('where another row is clicked meanwhile, keys are about that', async () => {
  const { shown, frame, tells } = view(b, [a], 1, () => tells([c]));
  frame.moved();
  isRefused(frame);
  await delay(0);
  assert.deepEqual(shown.selection, [c]);
  frame.check();
});

test('a row that cannot be selected is none that keys act on', async () => {
  const { frame } = view(b, [a]);
  toggle = () => undefined;
  frame.moved();
  isRefused(frame);
  await delay(0);
  isRefused(frame);
});

test('a key that follows a selection is about what is selected, unless the program had selected a part of it', () => {
  const { frame } = view(b, [a]);
  frame.moved();
  frame.selected();
  frame.check();
  frame.left();
  frame.check();
  frame.selected();
  frame.check();
  frame.left();
  frame.selected(3);
  isRefused(frame);
});
