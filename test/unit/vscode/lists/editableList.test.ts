import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CanceledError } from '../../../../src/core/util/errors.ts';
import type { ListServices } from '../../../../src/vscode/lists/listServices.ts';
import type { ConsoleHandle } from '../../../../src/vscode/workspace/consoleHandle.ts';
import { useEditor } from '../../../mocks/vscode.ts';

interface Button {
  readonly title: string;
  readonly isCloseAffordance: boolean;
}

let shown: readonly Button[] = [];
let press = 0;
const ran: unknown[] = [];
useEditor({
  ProgressLocation: { Notification: 15 },
  window: {
    setStatusBarMessage: () => undefined,
    withProgress: (_: unknown, work: (...args: readonly unknown[]) => unknown) =>
      work({ report: () => undefined }, { onCancellationRequested: () => ({ dispose: () => undefined }) }),
    showWarningMessage: async (_: string, __: object, ...buttons: Button[]) => {
      shown = buttons;
      return buttons[press];
    },
  },
  commands: { executeCommand: async (...command: unknown[]) => void ran.push(command) },
});
const { ListCommands } = await import('../../../../src/vscode/lists/editableList.ts');

test('Enter alone deletes nothing of a console: it shows the list', async () => {
  const console = { id: 'c', entry: { name: 'prod' } } as ConsoleHandle;
  const removed: string[] = [];
  const list = new ListCommands<string>({
    list: 'collections',
    column: 'name',
    words: () => ({ entry: 'collection', entries: 'collections', which: 'Which?', show: 'Show Collections' }),
    read: async () => ['a', 'b'],
    item: (label) => ({ label }),
    add: () => Promise.reject(new Error('not asked')),
    deletion: (names) => names,
    remove: async (_, name) => void removed.push(name),
  });
  const services = { connections: { resources: async () => ({}) } } as unknown as ListServices;
  const action = list.actions(services, console).actions.find(({ label }) => label === 'Delete…');
  const ask = async (): Promise<unknown> => action?.run([{ name: 'b' }]);
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
  assert.deepEqual(removed, []);
  press = 1;
  await ask();
  assert.deepEqual(removed, ['b']);
});
