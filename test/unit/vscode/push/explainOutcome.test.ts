import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlanOutcome } from '../../../../src/core/sync/outcomes.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import type { ChosenPolicy } from '../../../../src/vscode/workspace/consoleHandle.ts';
import type { Explaining } from '../../../../src/vscode/push/explainOutcome.ts';
import { l10n } from '../../../../src/core/util/l10n.ts';
import { useEditor } from '../../../mocks/vscode.ts';

let shown = '';
const show = async (text: string): Promise<void> => {
  shown = text;
};
useEditor({ l10n, window: { showInformationMessage: show, showErrorMessage: show } });
const { notSentReason, explainOutcome } = await import('../../../../src/vscode/push/explainOutcome.ts');

type NoPlan = Exclude<PlanOutcome, { kind: 'plan' }>;

const kind = policyKind('compliance/host');
assert.ok(kind);
const policy = { console: { entry: { name: 'prod' } }, kind } as ChosenPolicy;
const change = { kind: 'remove', array: 'rules', rule: 'of mine', from: 0 } as const;
const outcomes: Readonly<Record<NoPlan['kind'], readonly NoPlan[]>> = {
  'nothing-to-push': [{ kind: 'nothing-to-push' }],
  drift: [
    { kind: 'drift', liveText: '' },
    { kind: 'drift', changes: [change] },
  ],
  'no-base': [{ kind: 'no-base' }, { kind: 'no-base', takenFrom: 'https://other' }],
  invalid: [{ kind: 'invalid', problems: ['a fault'] }],
  'unknown-collections': [
    { kind: 'unknown-collections', missing: [{ array: 'rules', rule: 'a', collection: 'b' }] },
  ],
} as never;

const blame = { owner: 'ana' };
const tools = {
  syncs: { of: () => ({ known: { blame: () => blame } }) },
  log: { info: () => undefined },
} as unknown as Explaining;

const said = (outcome: NoPlan): string => {
  shown = '';
  explainOutcome(tools, policy, outcome);
  return shown;
};

test('a refusal names both of two rules that changed places', () => {
  const swap = {
    kind: 'move',
    array: 'rules',
    rule: 'c',
    from: 2,
    to: 1,
    changedPlacesWith: { rule: 'b', from: 1, to: 2 },
  } as const;
  const drift: NoPlan = { kind: 'drift', changes: [swap] };
  assert.match(said(drift), /: "c" and "b" changed places/);
});

test('why nothing was pushed is said of the moment when it was asked for: the message may stay when that is mended', () => {
  for (const outcome of Object.values(outcomes).flat()) {
    const words = said(outcome);
    assert.match(words, outcome.kind === 'nothing-to-push' ? /already matched/ : /^Not pushed: /);
    assert.doesNotMatch(words, /\b(?:is|has|does|holds|knows|would leave|are|now)\b/, words);
  }
});

test('a plan that was refused says by whom live was changed, not again that it was refused, and leads to a merge', () => {
  for (const outcome of Object.values(outcomes).flat()) {
    const { reason, isDrift = false } = notSentReason(tools, policy, outcome, { kind: 'push' });
    assert.doesNotMatch(reason, /Not pushed/);
    assert.equal(isDrift, outcome.kind === 'drift' || outcome.kind === 'no-base', outcome.kind);
    assert.ok(said(outcome).endsWith(reason), 'one wording of each reason');
  }
  const changed = { kind: 'change', array: 'rules', rule: 'theirs', from: 0, to: 0, fields: [] } as const;
  const drift = { kind: 'drift', changes: [changed] } as const;
  assert.match(notSentReason(tools, policy, drift, { kind: 'push' }).reason, /"theirs" changed .*ana/);
});
