import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPlain } from '../../../../src/core/json/json.ts';
import { Emitter } from '../../../../src/core/util/emitter.ts';
import { useEditor } from '../../../mocks/vscode.ts';

test('looking for a row leaves the objects of the rows that the editor knows', async () => {
  useEditor({ EventEmitter: Emitter, TreeItemCollapsibleState: {} });
  const { PostureTree } = await import('../../../../src/vscode/posture/postureTree.ts');
  const none = new Emitter<never>();
  const value = fromPlain([{ app_id: 'a', name: 'A' }]);
  const source = {
    id: 's',
    sspmUrl: 'https://sspm.example',
    access: 'ready',
    console: { entry: { name: 'c' } },
  };
  const deps = {
    sources: { sources: [source], onDidChange: none.event },
    readings: {
      onDidChange: none.event,
      peek: () => undefined,
      get: async () => ({ kind: 'value', value, readAt: 0 }),
    },
    links: { onDidChange: none.event, of: () => [] },
  } as unknown as ConstructorParameters<typeof PostureTree>[0];
  const tree = new PostureTree(deps);
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
