import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useEditor } from '../../../mocks/vscode.ts';

const executed: string[] = [];
useEditor({ commands: { executeCommand: async (command: string) => executed.push(command) } });
const { FramedRow } = await import('../../../../src/vscode/platform/framedRow.ts');

test('a key that follows arrow keys selects the row with the frame and does nothing else, once', () => {
  const frame = new FramedRow();
  frame.check();
  frame.moved();
  frame.moved();
  assert.throws(() => frame.check(), /was not selected\. It is now/);
  assert.deepEqual(executed, ['list.selectAndPreserveFocus']);
  frame.check();
});

test('a key that follows a selection is about what is selected', () => {
  const frame = new FramedRow();
  frame.moved();
  frame.selected();
  frame.check();
});
