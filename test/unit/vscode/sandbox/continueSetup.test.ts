import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useEditor } from '../../../mocks/vscode.ts';

const said: unknown[][] = [];
const ran: unknown[][] = [];
useEditor({
  window: { showInformationMessage: async (...args: unknown[]) => void said.push(args) },
  commands: { executeCommand: async (...args: unknown[]) => void ran.push(args) },
});
const { continueSetup } = await import('../../../../src/vscode/sandbox/tryTheSandbox.ts');

function world(
  remembered: string[],
  access: string,
): Parameters<typeof continueSetup>[0] & { revealed: unknown[] } {
  const revealed: unknown[] = [];
  const uri = { toString: () => 'file:///new' };
  return {
    revealed,
    consoles: {
      consoles: [{ id: 'new#sandbox', access, entry: { name: 'sandbox' }, folder: { uri } }],
    },
    targets: { rows: { revealRow: async (row: unknown) => void revealed.push(row) } },
    memory: {
      remembered: () => remembered,
      remember: async (_: string, values: string[]) => void remembered.splice(0, Infinity, ...values),
    },
  } as never;
}

test('the window that was opened for a sandbox shows its console and offers to pull it, once', async () => {
  const remembered = ['file:///new'];
  const opened = world(remembered, 'ready');
  await continueSetup(opened);
  assert.deepEqual(opened.revealed, [{ kind: 'console', consoleId: 'new#sandbox' }]);
  assert.deepEqual(ran, [['ordinance.policies.focus']]);
  assert.deepEqual(said, [['sandbox is ready. Pull its policies to get them as files.', 'Pull All']]);
  await continueSetup(opened);
  assert.equal(said.length, 1);
});

test('another window does not, nor one that is not trusted yet, which is asked later', async () => {
  said.length = 0;
  await continueSetup(world(['file:///other'], 'ready'));
  const remembered = ['file:///new'];
  await continueSetup(world(remembered, 'untrusted'));
  assert.deepEqual(said, []);
  assert.deepEqual(remembered, ['file:///new']);
});
