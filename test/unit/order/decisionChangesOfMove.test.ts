import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'node:test';
import {
  decisionChangesOfMove,
  policyDecisionChanges,
  type PolicyDecisionChanges,
} from '../../../src/core/order/policyDecisionChanges.ts';
import { OrderReader, type ListOrder } from '../../../src/core/order/orderReader.ts';
import { moveIndices } from '../../../src/core/policy/reorder.ts';
import { policyKind, type PolicyKind } from '../../../src/core/policy/families.ts';
import { parseJson } from '../../../src/core/json/jsonText.ts';
import { collections, drawnRules, kinds, policyOf, type DrawnRule } from '../assist/order/orderedPolicies.ts';
import { factsText } from './factsText.ts';

const move = fc.record({ chosen: fc.uniqueArray(fc.nat(6), { minLength: 1, maxLength: 3 }), to: fc.nat(7) });

const rule = (named: readonly string[], disabled = false): DrawnRule => ({ named, body: 0, disabled });
/** What nobody knows stands above both: the rules change places, and nothing of it gets to either. */
const belowNotKnown: [DrawnRule[], { chosen: number[]; to: number }] = [
  [
    rule(['shop web', 'hosts']),
    rule(['nobody knows']),
    rule(['All']),
    rule(['All'], true),
    rule(['shop web']),
  ],
  { chosen: [4], to: 2 },
];

function reordered(list: ListOrder, order: readonly number[]): ListOrder {
  return {
    ...list,
    written: order.flatMap((place) => list.written[place] ?? []),
    rules: order.flatMap((place) => list.rules[place] ?? []),
  };
}

function words({ decisions, decisionsChange }: PolicyDecisionChanges): unknown {
  const pairs = decisions.map(({ from, to, change }) =>
    [from?.index, from?.name, to?.index, to?.name, factsText(change)].join(' '),
  );
  return { decisionsChange, pairs: pairs.toSorted() };
}

for (const kind of kinds) {
  test(`${kind.name}: a move hands over what the plan of it would say`, () => {
    let changed = 0;
    fc.assert(
      fc.property(drawnRules(7), move, (rules, { chosen, to }) => {
        const document = parseJson(JSON.stringify(policyOf(kind, rules)));
        assert.ok(document instanceof Map);
        const [list] = new OrderReader(kind, collections).read(document);
        assert.ok(list);
        const { length } = list.rules;
        const indices = chosen.filter((index) => index < length);
        const order = moveIndices(length, indices, Math.min(to, length));
        const told = decisionChangesOfMove(list, order);
        const plan = policyDecisionChanges([list], [reordered(list, order)]);
        changed += told.decisions.length;
        // Fewer rules are looked at, so less may be open; what is said is the same.
        if (plan.isComplete) {
          assert.deepEqual(words(told), words(plan));
        } else {
          const { decisions } = told;
          assert.deepEqual(words({ ...told, decisions, decisionsChange: undefined }), {
            decisionsChange: undefined,
            pairs: (words(plan) as { pairs: string[] }).pairs,
          });
        }
      }),
      { numRuns: 300, examples: [belowNotKnown] },
    );
    assert.ok(changed > 0);
  });
}

const network = policyKind('cnns/network');

function networkOf(enabled: boolean): ListOrder {
  const entity = (id: number, name: string, from: string): object => ({
    _id: id,
    name,
    type: 'subnet',
    subnets: [{ name, cidr: from }],
  });
  const rule = (id: number, name: string, dst: number, effect: string): object => ({
    id,
    name,
    src: 1,
    dst,
    ports: [{ start: 80, end: 80 }],
    effect,
  });
  const document = parseJson(
    JSON.stringify({
      containerEnabled: enabled,
      networkEntities: [
        { _id: 1, name: 'shop', type: 'container', collections: [{ name: 'All' }] },
        entity(2, 'wide', '10.0.0.0/8'),
        entity(3, 'narrow', '10.1.0.0/16'),
      ],
      containerRules: [rule(1, 'stop', 2, 'prevent'), rule(2, 'let', 3, 'allow')],
    }),
  );
  assert.ok(document instanceof Map);
  const [list] = new OrderReader(network, collections).read(document);
  assert.ok(list);
  return list;
}

test('rules of the network hand connections over; where their list is off nothing does', () => {
  const told = decisionChangesOfMove(networkOf(true), [1, 0]);
  assert.deepEqual(words(told), { decisionsChange: true, pairs: ['0 stop 0 let weaker'] });
  const [example] = told.decisions;
  assert.ok(example && 'source' in example.example);
  assert.match(example.example.destination.address ?? '', /^10\.1\./);
  assert.deepEqual(words(decisionChangesOfMove(networkOf(false), [1, 0])), {
    decisionsChange: false,
    pairs: [],
  });
});

test('a rule that is switched off, and a move that is taken back, change nothing', () => {
  const [kind] = kinds as [PolicyKind];
  const document = parseJson(
    JSON.stringify(
      policyOf(kind, [
        { named: ['nobody knows'], body: 0, disabled: false },
        { named: ['All'], body: 1, disabled: true },
        { named: ['All'], body: 2, disabled: false },
      ]),
    ),
  );
  assert.ok(document instanceof Map);
  const [list] = new OrderReader(kind, collections).read(document);
  assert.ok(list);
  const none = { decisions: [], actions: [], decisionsChange: false, isComplete: true };
  assert.deepEqual(decisionChangesOfMove(list, [1, 0, 2]), none);
  assert.deepEqual(decisionChangesOfMove(list, [0, 1, 2]), none);
});
