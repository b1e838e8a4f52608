import assert from 'node:assert/strict';
import { test } from 'node:test';
import { weakerGate } from '../../../src/cli/remote/weakerGate.ts';
import { fromPlain, type JsonObject } from '../../../src/core/json/json.ts';
import { changeWord } from '../../../src/core/order/effect/change.ts';
import type { CollectionPatterns } from '../../../src/core/policy/collections.ts';
import { OrderReader } from '../../../src/core/order/orderReader.ts';
import { isProven, policyDecisionChanges } from '../../../src/core/order/policyDecisionChanges.ts';
import { policyKind } from '../../../src/core/policy/families.ts';
import { decisionSummary } from '../../../src/core/sync/decisionLines.ts';
import { diffPolicies } from '../../../src/core/policy/ruleDiff.ts';
import type { PushPlan } from '../../../src/core/sync/outcomes.ts';
import { pushNeeds } from '../../../src/core/sync/pushNeeds.ts';

const ends = { enabled: true, date: '2099-01-01T00:00:00Z' };
const exceptions: readonly (readonly object[])[] = [
  [],
  ...['ignore', 'alert', 'block'].flatMap((effect) => [
    [{ id: 'CVE-2099-1', effect }],
    [{ id: 'CVE-2099-1', effect, expiration: ends }],
  ]),
  [{ id: 'CVE-2099-1', effect: 'later' }],
];

const collections = new Map<string, CollectionPatterns>([['All', {}]]);
const named = (name: string, more: object): object => ({ name, collections: [{ name: 'All' }], ...more });
const document = (...rules: readonly object[]): JsonObject => fromPlain({ rules }) as JsonObject;

function planOf(live: JsonObject, next: JsonObject): PushPlan {
  const reader = new OrderReader(policyKind('vulnerability/images'), collections);
  return {
    ref: { console: 'test', policy: 'vulnerability/images' },
    live,
    next,
    steps: diffPolicies(policyKind('vulnerability/images'), live, next).steps,
    decisionChanges: policyDecisionChanges(reader.read(live), reader.read(next)),
  } as unknown as PushPlan;
}

test('a rule that blocks gives way to one that ignores: no exception of either hides that from the gate', () => {
  for (const before of exceptions) {
    for (const after of exceptions) {
      const legacy = named('legacy', {
        alertThreshold: { disabled: false, value: 1 },
        blockThreshold: { enabled: true, value: 7 },
        cveRules: before,
      });
      const below = named('below', {
        alertThreshold: { disabled: true, value: 0 },
        blockThreshold: { enabled: false, value: 0 },
        cveRules: after,
      });
      const plan = planOf(document(legacy, below), document(below));
      const gate = weakerGate('weaker', { plans: [plan], refused: [] });
      assert.equal(gate.result, 'failed', JSON.stringify([before, after]));
      const [reason] = gate.reasons;
      assert.match(changeWord(reason!.difference!.change), /^(?:weaker|mixed)$/);
    }
  }
});

test('a changed action of a rule that never applies changes nothing, for the plan and for the gate', () => {
  const blocks = { blockThreshold: { enabled: true, value: 7 } };
  const all = named('all', {});
  const weakened = planOf(document(all, named('below', blocks)), document(all, named('below', {})));
  assert.deepEqual(weakened.decisionChanges?.actions, []);
  assert.equal(decisionSummary(weakened.decisionChanges), 'Decisions: none changed.');
  assert.equal(weakerGate('weaker', { plans: [weakened], refused: [] }).result, 'passed');
  assert.deepEqual(pushNeeds(weakened, false, 1), []);
  const applies = planOf(document(named('below', blocks)), document(named('below', {})));
  const gate = weakerGate('weaker', { plans: [applies], refused: [] });
  assert.deepEqual(
    [gate.result, gate.reasons.map(({ difference }) => difference)],
    ['failed', [...applies.decisionChanges!.actions]],
  );
  assert.deepEqual(
    pushNeeds(applies, false, 1).map(({ kind }) => kind),
    ['weaker'],
  );
});

test('a changed action of a rule that may apply is named, and is no proof of a difference', () => {
  const unknown = { collections: [{ name: 'nobody knows' }] };
  const [before, after] = [{ blockThreshold: { enabled: true, value: 7 } }, {}].map((more) =>
    document(named('r', { ...more, ...unknown })),
  ) as [JsonObject, JsonObject];
  const plan = planOf(before, after);
  assert.equal(weakerGate('weaker', { plans: [plan], refused: [] }).result, 'failed');
  assert.deepEqual(plan.decisionChanges?.actions.map(isProven), [false]);
});
