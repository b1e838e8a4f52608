import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPlain } from '../../../../src/core/json/json.ts';
import { Emitter } from '../../../../src/core/util/disposable.ts';
import type { PostureTree } from '../../../../src/vscode/posture/postureTree.ts';
import type { PostureAnswer } from '../../../../src/vscode/posture/postureReadings.ts';
import { useEditor } from '../../../mocks/vscode.ts';

/** A tree of one source, whose list of applications has one row. */
async function treeWith(facts: Pick<PostureAnswer, 'incompleteReason'>): Promise<PostureTree> {
  useEditor({ EventEmitter: Emitter, TreeItemCollapsibleState: {} });
  const { PostureTree } = await import('../../../../src/vscode/posture/postureTree.ts');
  const none = new Emitter<never>();
  const answer: PostureAnswer = { value: fromPlain([{ app_id: 'a', name: 'A' }]), readAt: 0, ...facts };
  const source = {
    id: 's',
    sspmUrl: 'https://sspm.example',
    access: 'ready',
    console: { entry: { name: 'c' } },
  };
  return new PostureTree({
    sources: { sources: [source], onDidChange: none.event },
    readings: { onDidChange: none.event, peek: () => undefined, get: async () => answer },
    links: { onDidChange: none.event, of: () => [] },
  } as unknown as ConstructorParameters<typeof PostureTree>[0]);
}

test('looking for a row leaves the objects of the rows that the editor knows', async () => {
  const tree = await treeWith({});
  const [top] = await tree.getChildren();
  const shown = await tree.getChildren(top);
  const applications = shown.find(({ row }) => row.key === 'applications');
  assert.ok(top && applications);
  const found = await tree.nodeAt('s', 'applications', 'application a');
  assert.equal(found?.parent, applications);
  const told: unknown[] = [];
  tree.onDidChangeTreeData((nodes) => told.push(...(nodes ?? [])));
  tree.setFilter('s', 'applications', 'a');
  assert.ok(told.includes(applications), 'the row that the editor drew is drawn again');
});

test('a list that may be incomplete has a row with the reason', async () => {
  for (const incompleteReason of ['too-many', 'repeated-page'] as const) {
    const tree = await treeWith({ incompleteReason });
    const [top] = await tree.getChildren();
    const applications = (await tree.getChildren(top)).find(({ row }) => row.key === 'applications');
    const keys = (await tree.getChildren(applications)).map(({ row }) => row.key);
    assert.deepEqual(keys.slice(0, 1), ['incomplete'], incompleteReason);
  }
});
