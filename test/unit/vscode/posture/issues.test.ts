import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPlain } from '../../../../src/core/json/json.ts';
import { ExpectedError } from '../../../../src/core/util/errors.ts';
import { issuesOf, PostureLinks } from '../../../../src/vscode/posture/postureLinks.ts';
import { PostureReadings } from '../../../../src/vscode/posture/postureReadings.ts';
import type { PostureNode } from '../../../../src/vscode/posture/postureTree.ts';
import { typedBox } from '../../../mocks/typedBox.ts';
import { useEditor } from '../../../mocks/vscode.ts';

let typed = '';
useEditor({ window: { createInputBox: () => typedBox(() => typed) } });
const { addIssue, removeLink } = await import('../../../../src/vscode/posture/commands/rowCommands.ts');

const integration = { kind: 'projects', integration: 'i', ticketing: 'T' } as const;

test('an issue is added when the service knows it, shown, and removed again', async () => {
  const store = new Map<string, readonly unknown[]>();
  const memory = {
    remembered: (name: string) => store.get(name) ?? [],
    remember: async (name: string, values: readonly unknown[]) => void store.set(name, values),
  };
  const known = new Set<string>();
  const readings = new PostureReadings(
    async () => ({
      read: async (resource) => {
        if (resource.kind !== 'issue' || !known.has(resource.key)) {
          throw new ExpectedError('not-found', 'no such issue');
        }
        return { value: fromPlain({ key: resource.key }) };
      },
    }),
    () => assert.fail(),
  );
  const links = new PostureLinks(memory, readings);
  const revealed: unknown[] = [];
  const posture = {
    readings,
    links,
    view: { reveal: async (row: unknown) => revealed.push(row) },
    tree: { nodeAt: async (_: unknown, ...keys: readonly string[]) => keys.join(' / ') },
  } as unknown as Parameters<typeof addIssue>[0];
  const row = { sourceId: 's', row: { key: 'T i', resource: integration } } as PostureNode;
  const issue = { ...integration, kind: 'issue', key: 'SEC-7' } as const;
  typed = 'SEC-7';
  await assert.rejects(addIssue(posture, row), { code: 'not-found' });
  assert.deepEqual([issuesOf(links.of('s'), integration), revealed], [[], []]);
  known.add('SEC-7');
  await addIssue(posture, row);
  assert.deepEqual(
    [issuesOf(links.of('s'), integration), revealed],
    [[issue], ['integrations / T i / issue SEC-7']],
  );
  links.add('s', integration);
  removeLink(posture, {
    sourceId: 's',
    row: { key: 'issue SEC-7', label: 'SEC-7', icon: 'issues', resource: issue },
  });
  assert.deepEqual([issuesOf(links.of('s'), integration), links.of('s').length], [[], 1]);
});
