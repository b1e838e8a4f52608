import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CanceledError } from '../../../../src/core/util/errors.ts';
import type { ConsoleHandle } from '../../../../src/vscode/workspace/consoleRegistry.ts';
import { useEditor } from '../../../mocks/vscode.ts';

interface Button {
  readonly title: string;
  readonly isCloseAffordance: boolean;
}

let shown: readonly Button[] = [];
let press = 0;
const ran: unknown[] = [];
useEditor({
  window: {
    showWarningMessage: async (_: string, __: object, ...buttons: Button[]) => {
      shown = buttons;
      return buttons[press];
    },
  },
  commands: { executeCommand: async (...command: unknown[]) => void ran.push(command) },
});
const { confirmDelete } = await import('../../../../src/vscode/lists/writing.ts');

test('Enter alone deletes nothing of a console: it shows the list', async () => {
  const console = { id: 'c', entry: { name: 'prod' } } as ConsoleHandle;
  const show = { label: 'Show Collections', list: 'collections' } as const;
  const ask = (): Promise<void> => confirmDelete(console, show, { message: 'Delete?', detail: [] });
  for (press of [2, 0]) {
    await assert.rejects(ask(), CanceledError);
  }
  assert.deepEqual(ran, [['ordinance.list.show', { kind: 'list', consoleId: 'c', list: 'collections' }]]);
  assert.deepEqual(
    shown.map(({ title, isCloseAffordance }) => [title, isCloseAffordance]),
    [
      ['Show Collections', false],
      ['Delete', false],
      ['Keep', true],
    ],
  );
  press = 1;
  await ask();
});
