import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PushNode } from '../../../../src/vscode/history/historyView.ts';
import { Emitter } from '../../../../src/core/util/disposable.ts';
import { silentLogger } from '../../../../src/core/util/logger.ts';
import { useEditor } from '../../../mocks/vscode.ts';

const nothing = { dispose: () => undefined };
const revealed: string[] = [];
const ran: string[] = [];
useEditor({
  TreeItemCollapsibleState: {},
  EventEmitter: class extends Emitter<unknown> {},
  commands: { executeCommand: async (id: string) => ran.push(id) },
  window: {
    createTreeView: () => ({
      ...nothing,
      onDidChangeSelection: () => nothing,
      reveal: async ({ record }: PushNode) => revealed.push(record.id),
    }),
  },
});
const { HistoryView } = await import('../../../../src/vscode/history/historyView.ts');

test('a push is found by its entry, or as the newest of its policy; no other one is taken for it', async (context) => {
  const records = ['p1 a', 'p2 b', 'p3 a', 'p4 b'].map((row) => {
    const [id = '', policy] = row.split(' ');
    return { id, policy, at: `2030-01-02T03:04:0${id.slice(1)}.000Z`, console: 'prod' };
  });
  const view = new HistoryView({
    consoles: { consoles: [{ id: 'prod', entry: { name: 'prod' } }], onDidChange: () => nothing },
    syncs: { of: () => ({ journal: { all: async () => records } }), onDidChange: () => nothing },
    lastPush: { record: undefined, onDidChange: () => nothing },
    log: silentLogger,
  } as never);
  context.after(() => view.dispose());
  await view.reveal('p1');
  await view.reveal({ kind: 'policy', consoleId: 'prod', policy: 'a' });
  assert.deepEqual(revealed, ['p1', 'p3']);
  await view.reveal('gone');
  await view.reveal({ kind: 'policy', consoleId: 'other', policy: 'a' });
  assert.deepEqual(revealed, ['p1', 'p3']);
  assert.deepEqual(ran, ['ordinance.history.focus', 'ordinance.history.focus']);
});
