import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PolicyStatus, policyStates, type PolicyState } from '../../../../src/core/sync/policyStatus.ts';
import { Emitter } from '../../../../src/core/util/disposable.ts';
import type { PolicyChange } from '../../../../src/vscode/workspace/policyModels.ts';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({});
const { followEdits } = await import('../../../../src/vscode/policies/showStates.ts');

test('a policy is pulled or edited as the table of states says of its file', () => {
  const changed = new Emitter<PolicyChange>();
  let statuses: readonly PolicyStatus[] = [];
  const told: unknown[] = [];
  const following = followEdits({
    consoles: { consoles: [{ id: 'a' }] },
    models: {
      status: (_id: string, policy: string) =>
        statuses[['vulnerability/images', 'vulnerability/host'].indexOf(policy)],
      onDidChange: changed.event,
    },
    contextKeys: { set: (key: string, value: boolean) => void told.push([key, value]) },
  } as unknown as Parameters<typeof followEdits>[0]);
  const keysOf = (...now: readonly PolicyStatus[]): string[] => {
    statuses = now;
    changed.fire({ policies: [], what: new Set(['state']) });
    return [...new Map(told as [string, boolean][])].flatMap(([key, value]) => (value ? key : []));
  };
  const [pulled, edited] = ['ordinance.hasPulled', 'ordinance.hasEdits'];
  assert.deepEqual(keysOf(), []);
  for (const [state, { hasFile, hasEdits, mayHaveEdits }] of Object.entries(policyStates)) {
    const keys = [...(hasFile ? [pulled] : []), ...(hasEdits || mayHaveEdits ? [edited] : [])];
    assert.deepEqual(keysOf({ state: state as PolicyState }), keys, state);
    assert.deepEqual(keysOf({ state: 'in-sync' }, { state: state as PolicyState }), [
      pulled,
      ...(keys.includes(edited) ? [edited] : []),
    ]);
  }
  assert.deepEqual(keysOf({ state: 'in-sync', problems: ['refused'] }), [pulled]);
  assert.deepEqual(keysOf({ state: 'failed', known: 'not-pulled' }), []);
  assert.deepEqual(keysOf({ state: 'failed', known: 'invalid' }), [pulled, edited]);
  following.dispose();
  told.length = 0;
  changed.fire({ policies: [], what: new Set(['state']) });
  assert.deepEqual(told, []);
});
