import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PolicyName } from '../../../../src/core/policy/families.ts';
import type { PolicyStatus } from '../../../../src/core/sync/policyStatus.ts';
import { attentionOf } from '../../../../src/vscode/workspace/shownState.ts';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({});
const { groupIds, resourceGroups } = await import('../../../../src/vscode/changes/sourceControls.ts');

const first = new Map<PolicyName, PolicyStatus>([
  ['waas/host', { state: 'edited' }],
  ['runtime/host', { state: 'live-changed' }],
  ['cnns/network', { state: 'conflict' }],
  ['compliance/host', { state: 'in-sync' }],
  ['compliance/container', { state: 'failed', known: 'edited' }],
]);
const second = new Map<PolicyName, PolicyStatus>([['waas/host', { state: 'unknown' }]]);

test('the badge of the view counts what source control lists, over all consoles', () => {
  const listed = [first, second]
    .map((known) => resourceGroups((policy) => known.get(policy)))
    .flatMap((groups) => groupIds.flatMap((id) => groups[id]));
  const { counts, words } = attentionOf([...first.values(), ...second.values()]);
  assert.equal(counts.conflicts + counts.edits + counts.drift, listed.length);
  assert.deepEqual(words, ['2 edited', '1 changed on the console', '2 to merge']);
});

test('where nothing wants attention nothing is counted', () => {
  assert.deepEqual(attentionOf([{ state: 'in-sync' }, undefined]).words, []);
});

test('of a policy that is being checked source control says that, where it was listed', () => {
  const groups = resourceGroups((policy) => {
    const status = first.get(policy);
    return status && { ...status, isBeingChecked: policy !== 'runtime/host' };
  });
  assert.deepEqual(
    groups.edits.map(({ policy, tooltip, isBeingChecked }) => [policy, tooltip, isBeingChecked]),
    [
      // What the console does not answer is no matter of the file.
      ['compliance/container', 'compliance/container · edited · failed', undefined],
      ['waas/host', 'waas/host · being checked', true],
    ],
  );
  assert.equal(groups.drift[0]?.tooltip, 'runtime/host · changed on the console');
});

test('source control marks a policy that cannot be read, or has problems, and says so', () => {
  const known = new Map<PolicyName, PolicyStatus>([
    ['waas/host', { state: 'edited' }],
    ['runtime/host', { state: 'invalid', reason: 'A colon is missing.' }],
    ['waas/container', { state: 'edited', problems: ['No name.'] }],
  ]);
  const { edits } = resourceGroups((policy) => known.get(policy));
  assert.deepEqual(
    edits.map(({ tooltip, icon }) => `${icon ?? 'none'}: ${tooltip}`),
    [
      'warning: runtime/host · file is not a complete policy · A colon is missing.',
      'warning: waas/container · edited · has problems · No name.',
      'none: waas/host · edited',
    ],
  );
});
