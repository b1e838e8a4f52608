import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({});
const { UnfinishedPush } = await import('../../../../src/vscode/push/planAndShow.ts');

class FakeMemory {
  readonly kept = new Map<string, readonly unknown[]>();

  remembered(name: string): readonly unknown[] {
    return this.kept.get(name) ?? [];
  }

  async remember(name: string, values: readonly unknown[]): Promise<void> {
    this.kept.set(name, values);
  }
}

test('what a push of several policies left over is known in the next session', async () => {
  const memory = new FakeMemory();
  const keys = new Map<string, boolean>();
  const contextKeys = { set: (key: string, value: boolean) => void keys.set(key, value) };
  const session = () => new UnfinishedPush(memory, contextKeys);
  assert.equal(session().left, undefined);
  assert.equal(keys.get('ordinance.canResumePush'), false);

  const left = { consoleId: 'file:///w#prod', policies: ['waas/host', 'compliance/host'] } as const;
  await session().begin(left);
  assert.deepEqual(session().left, left);
  assert.equal(keys.get('ordinance.canResumePush'), true);

  await session().finish('file:///w#other', 'waas/host');
  assert.deepEqual(session().left, left, 'a push to another console');
  await session().finish('file:///w#prod', 'waas/host');
  assert.deepEqual(session().left?.policies, ['compliance/host'], 'pushed alone, it is not resumed');
  await session().finish('file:///w#prod', 'compliance/host');
  assert.equal(session().left, undefined);
  assert.equal(keys.get('ordinance.canResumePush'), false);
});

test('what is no policy any more is not gone on with', async () => {
  const memory = new FakeMemory();
  await memory.remember('unfinishedPush', ['c', 'waas/gone', 3, 'waas/host']);
  assert.deepEqual(new UnfinishedPush(memory, { set: () => undefined }).left?.policies, ['waas/host']);
  await memory.remember('unfinishedPush', ['c', 'waas/gone']);
  assert.equal(new UnfinishedPush(memory, { set: () => undefined }).left, undefined);
});
