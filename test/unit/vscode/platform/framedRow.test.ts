import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
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
    executeCommand: async (command: string) => {
      assert.equal(command, 'list.toggleSelection');
      toggle();
    },
  },
});
const { FramedRow } = await import('../../../../src/vscode/platform/framedRow.ts');

const [a, b] = [{ id: 'a' }, { id: 'b' }];

/** A view in which a row is selected, and `framed` has the frame. */
function view(framed: Row, ...selected: readonly Row[]) {
  const shown = {
    selection: selected,
    revealed: [] as Row[],
    reveal: async (row: Row) => {
      shown.revealed.push(row);
      shown.selection = [row];
    },
  };
  toggle = () => {
    const rest = shown.selection.filter((row) => row !== framed);
    shown.selection = rest.length < shown.selection.length ? rest : [...rest, framed];
    frame.selected(shown.selection.length);
  };
  const frame: InstanceType<typeof FramedRow<Row>> = new FramedRow<Row>(() => shown);
  return { shown, frame };
}

test('a key that follows arrow keys selects the row with the frame and does nothing else, once', async () => {
  for (const selected of [[a], [b], []]) {
    const { shown, frame } = view(b, ...selected);
    frame.check();
    frame.moved();
    frame.moved();
    said.length = 0;
    assert.throws(() => frame.check(), CancelledError);
    assert.throws(() => frame.check(), CancelledError, 'not before it is selected');
    await turn();
    assert.deepEqual(said, ['Nothing was done yet: press the key again for the row that is selected now.']);
    assert.deepEqual(shown.revealed, [b]);
    frame.check();
  }
});

test('a key that follows a selection is about what is selected, unless the program had selected a part of it', () => {
  const { frame } = view(b, a);
  frame.moved();
  frame.selected();
  frame.check();
  frame.left();
  frame.check();
  frame.left();
  frame.selected(3);
  assert.throws(() => frame.check(), CancelledError);
});
