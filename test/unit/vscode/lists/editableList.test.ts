import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CanceledError, ExpectedError } from '../../../../src/core/util/errors.ts';
import type { FeatureServices } from '../../../../src/vscode/featureServices.ts';
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

const console = { id: 'c', entry: { name: 'prod' } } as ConsoleHandle;

function collectionsOf(
  remove: (name: string) => Promise<void>,
  update: (name: string) => Promise<void> = () => Promise.reject(new Error('not written')),
) {
  const refreshed: unknown[] = [];
  const list = new ListCommands<string>({
    list: 'collections',
    column: 'name',
    words: () => ({ entry: 'collection', entries: 'collections', which: 'Which?' }),
    read: async () => ['a', 'b'],
    columns: [],
    rows: () => [],
    nameOf: (name) => name,
    item: () => ({}),
    ask: async (name) => name ?? 'new',
    changes: () => [],
    add: () => Promise.reject(new Error('not added')),
    update: (_, name) => update(name),
    deletion: (names) => names,
    remove: (_, name) => remove(name),
  });
  const services = {
    connections: {
      read: (_: unknown, __: string, work: (client: object) => unknown) => work({ resources: {} }),
      resources: async () => ({}),
    },
    tables: { refresh: async (name: unknown) => void refreshed.push(name) },
  } as unknown as FeatureServices;
  const actionOf =
    (title: string) =>
    async (...names: string[]): Promise<unknown> =>
      list
        .table(services, console)
        .actions.find(({ label }) => label === title)
        ?.run(names.map((name) => ({ name })));
  return { ask: actionOf('Delete…'), edit: actionOf('Edit…'), refreshed };
}

test('Enter alone deletes nothing of a console: it shows the list', async () => {
  const removed: string[] = [];
  const { ask, refreshed } = collectionsOf(async (name) => void removed.push(name));
  for (press of [2, 0]) {
    await assert.rejects(ask('b'), CanceledError);
  }
  assert.deepEqual(ran, [['ordinance.list.show', { kind: 'list', consoleId: 'c', list: 'collections' }]]);
  assert.deepEqual(
    shown.map(({ title, isCloseAffordance }) => [title, isCloseAffordance]),
    [
      ['Show List', false],
      ['Delete', false],
      ['Keep', true],
    ],
  );
  assert.deepEqual([removed, refreshed], [[], []]);
  press = 1;
  await ask('b');
  assert.deepEqual([removed, refreshed], [['b'], [['list', 'c', 'collections']]]);
});

test('Enter alone writes nothing to a console: it shows the list', async () => {
  const written: string[] = [];
  const { edit } = collectionsOf(
    async () => undefined,
    async (name) => void written.push(name),
  );
  ran.length = 0;
  press = 0;
  await assert.rejects(edit('b'), CanceledError);
  assert.deepEqual(ran, [['ordinance.list.show', { kind: 'list', consoleId: 'c', list: 'collections' }]]);
  assert.deepEqual(
    shown.map(({ title }) => title),
    ['Show List', 'Write', 'Cancel'],
  );
  assert.deepEqual(written, []);
  press = 1;
  await edit('b');
  assert.deepEqual(written, ['b']);
});

test('the table of a list is read again also where only some entries were deleted', async () => {
  const { ask, refreshed } = collectionsOf(async (name) => {
    if (name === 'b') {
      throw new ExpectedError('in-use', 'in use');
    }
  });
  press = 1;
  await assert.rejects(ask('a', 'b'), { code: 'partly-written' });
  assert.deepEqual(refreshed, [['list', 'c', 'collections']]);
});
