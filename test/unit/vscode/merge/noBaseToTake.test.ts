import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ExpectedError } from '../../../../src/core/util/errors.ts';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({
  Uri: URL,
  window: {},
  commands: {},
  workspace: {},
  ThemeIcon: Object,
  ThemeColor: Object,
  TreeItem: Object,
  TreeItemCollapsibleState: {},
});
const { resolveConflicts } = await import('../../../../src/vscode/merge/resolveConflict.ts');

test('where no base is known to be taken, nothing is offered but to choose', async () => {
  const conflict = { id: 'c', kind: 'changed', mine: 1, live: 2, base: undefined };
  const node = { id: 'c', conflict, session: { input: { base: undefined } } };
  const services = {
    merges: { has: () => true },
    mergeDocuments: { atCursor: () => undefined },
    resolutions: { active: () => undefined },
    conflicts: { selection: [node] },
  } as unknown as Parameters<typeof resolveConflicts>[0];
  await assert.rejects(resolveConflicts(services, 'base'), (error) => {
    assert.ok(error instanceof ExpectedError);
    assert.equal(error.message, 'This conflict has no base.');
    assert.deepEqual(error.help, []);
    return true;
  });
});
