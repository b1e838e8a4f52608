import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlanOutcome } from '../../../../src/core/sync/outcomes.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import type { ChosenPolicy } from '../../../../src/vscode/targets/targets.ts';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({});
const { notPushedFor, outcomeWords, shortReason } =
  await import('../../../../src/vscode/push/explainOutcome.ts');

type NoPlan = Exclude<PlanOutcome, { kind: 'plan' }>;

const kind = policyKind('compliance/host');
assert.ok(kind);
const policy = { console: { entry: { name: 'prod' } }, kind } as ChosenPolicy;
const change = { kind: 'remove', array: 'rules', rule: 'of mine', from: 0 } as const;
const outcomes: Readonly<Record<NoPlan['kind'], readonly NoPlan[]>> = {
  'nothing-to-push': [{ kind: 'nothing-to-push' }],
  drift: [
    { kind: 'drift', liveText: '' },
    { kind: 'drift', liveText: '', changes: [change] },
  ],
  'no-base': [{ kind: 'no-base' }, { kind: 'no-base', takenFrom: 'https://other' }],
  invalid: [{ kind: 'invalid', problems: ['a fault'] }],
  'unknown-collections': [
    { kind: 'unknown-collections', missing: [{ array: 'rules', rule: 'a', collection: 'b' }] },
  ],
} as never;

test('a refusal names both of two rules that changed places', () => {
  const swap = {
    kind: 'move',
    array: 'rules',
    rule: 'c',
    from: 2,
    to: 1,
    changedPlacesWith: { rule: 'b', from: 1, to: 2 },
  } as const;
  const drift: NoPlan = { kind: 'drift', liveText: '', changes: [swap] };
  assert.match(outcomeWords(policy, drift), /: "c" and "b" changed places\.$/);
});

test('why nothing was pushed is said of the moment when it was asked for: the message may stay when that is mended', () => {
  for (const outcome of Object.values(outcomes).flat()) {
    const words = outcomeWords(policy, outcome);
    assert.match(words, outcome.kind === 'nothing-to-push' ? /already matched/ : /^Not pushed: /);
    for (const said of [words, shortReason(outcome)]) {
      assert.doesNotMatch(said, /\b(?:is|has|does|holds|knows|would leave|are|now)\b/, said);
    }
  }
});

test('the receipt of a plan that was refused says by whom live was changed, not again that it was refused, and leads to a merge', () => {
  const blame = { owner: 'ana' };
  const syncs = { of: () => ({ blame: () => blame }) } as never;
  for (const outcome of Object.values(outcomes).flat()) {
    const { reason, isDrift } = notPushedFor({ syncs }, policy, outcome, { kind: 'push' });
    assert.doesNotMatch(reason, /Not pushed/);
    assert.equal(isDrift, outcome.kind === 'drift' || outcome.kind === 'no-base', outcome.kind);
    if (outcome.kind !== 'nothing-to-push') {
      assert.equal(
        outcomeWords(policy, outcome, { kind: 'push' }, () => blame),
        `Not pushed: ${reason}`,
      );
    }
  }
  const changed = { kind: 'change', array: 'rules', rule: 'theirs', from: 0, to: 0, fields: [] } as const;
  const drift = { kind: 'drift', liveText: '', changes: [changed] } as const;
  assert.match(notPushedFor({ syncs }, policy, drift, { kind: 'push' }).reason, /"theirs" changed .*ana/);
});
