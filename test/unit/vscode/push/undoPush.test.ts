import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LastPush, type UndoablePush } from '../../../../src/vscode/targets/pushes.ts';
import { useEditor } from '../../../mocks/vscode.ts';
import { pastPush } from './support.ts';
import { l10n } from '../../../../src/core/util/l10n.ts';

/** The policies that were offered; the second one is picked. */
let offered: readonly string[] = [];
const showQuickPick = async (items: readonly { label: string }[]) => {
  offered = items.map(({ label }) => label);
  return items[1];
};
useEditor({ l10n, window: { showQuickPick } });
const { pushToUndo } = await import('../../../../src/vscode/push/undoPush.ts');

function push(pushId: string, policy: UndoablePush['policy'] = 'runtime/host'): UndoablePush {
  return { consoleId: 'c', policy, snapshot: `before ${pushId}`, pushId, ...pastPush };
}

function known(...pushes: readonly UndoablePush[]) {
  const lastPush = new LastPush({ set: () => undefined });
  pushes.forEach((each) => lastPush.remember(each));
  return { lastPush, views: { undoablesOf: () => [], isNamedBy: () => false } };
}

const row = ({ consoleId, pushId, policy }: UndoablePush) => ({
  id: `${consoleId} ${pushId}`,
  consoleId,
  record: { id: pushId, policy },
});

test('a row of the History means its push', async () => {
  const first = push('1');
  assert.equal(await pushToUndo(known(first), row(first)), first);
  const other = push('2', 'runtime/container');
  assert.equal(await pushToUndo(known(first, other), row(first)), first, 'the last one of its policy');
});

test('a row of the History that was drawn before another push is not taken for that one', async () => {
  const [first, second] = [push('1'), push('2')];
  await assert.rejects(
    pushToUndo(known(first, second), row(first)),
    /runtime\/host is no longer the last one/,
  );
  const tools = known(first);
  tools.lastPush.forget('c', 'runtime/host');
  tools.lastPush.remember(push('3', 'runtime/container'));
  await assert.rejects(pushToUndo(tools, row(first)), /no longer the last one/);
});

test('a push with an unknown end takes the undo from the one before it', async () => {
  const [first, second] = [push('1'), push('2', 'runtime/container')];
  const tools = known(first, second);
  tools.lastPush.forget('c', 'runtime/host');
  await assert.rejects(pushToUndo(tools, undefined), /No push of this session/);
  await assert.rejects(pushToUndo(tools, row(first)), /no longer the last one/);
  assert.equal(await pushToUndo(tools, row(second)), second);
});

test('the palette means the last push of all, a policy its own', async () => {
  const [first, second] = [push('1'), push('2', 'runtime/container')];
  assert.equal(await pushToUndo(known(first, second), undefined), second);
  const policy = { kind: 'policy', consoleId: 'c', policy: 'runtime/host' };
  assert.equal(await pushToUndo(known(first, second), policy), first);
  await assert.rejects(pushToUndo(known(), undefined), /No push of this session/);
});

test('a receipt means its push, and one of several asks of which policy', async () => {
  const pushes = [push('1'), push('2', 'runtime/container'), push('3', 'waas/host')];
  const tools = (receipts: readonly UndoablePush[]) => ({
    ...known(...pushes),
    views: { undoablesOf: () => receipts, isNamedBy: () => true },
  });
  assert.equal(await pushToUndo(tools(pushes.slice(0, 1)), 'the receipt'), pushes[0]);
  assert.equal(await pushToUndo(tools(pushes), 'the receipt'), pushes[1]);
  assert.deepEqual(offered, ['runtime/host', 'runtime/container', 'waas/host']);
  assert.equal(await pushToUndo(tools(pushes), pushes[2]), pushes[2], 'a lens names one of them');
  await assert.rejects(pushToUndo(tools([]), 'the plan'), /No push of this session/);
});
