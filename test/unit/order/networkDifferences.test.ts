import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isProven } from '../../../src/core/order/policyDecisionChanges.ts';
import { decisionDifferences } from '../../../src/core/order/decisionDifferences.ts';
import {
  collections,
  decider,
  documentOf,
  kind,
  toContainers,
  toSubnets,
  world,
  type DrawnRule,
} from './networkWorld.ts';
import { runsOf } from './runs.ts';
import { must } from './truth.ts';
import { factsText } from './factsText.ts';

const levels = ['allow', 'alert', 'prevent'];

/** What is done to each connection of the small world, from the weakest on. */
function levelsOf(rules: readonly DrawnRule[]): readonly number[] {
  return world.map((one) => levels.indexOf(rules[decider(rules, one)]?.effect ?? 'allow'));
}

function check(rules: readonly DrawnRule[], after: readonly DrawnRule[]): ReadonlySet<string> {
  const { differences, notKnown } = decisionDifferences(
    kind,
    documentOf(rules),
    documentOf(after),
    collections,
  );
  assert.deepEqual(notKnown, []);
  const now = levelsOf(after);
  const happens = new Set(
    levelsOf(rules).map((level, at) => {
      const other = must(now[at]);
      return other < level ? 'weaker' : other > level ? 'stricter' : 'same';
    }),
  );
  const told = new Set<string>(differences.map(({ change }) => factsText(change)));
  for (const change of ['weaker', 'stricter', 'mixed', 'unknown']) {
    assert.equal(told.has(change), happens.has(change as 'same'), change);
  }
  return told;
}

const range = (start: number, end: number): { start: number; end: number } => ({ start, end });
/** Each within the one before. */
const nested = [range(0, 65_535), range(0, 4), range(1, 3), range(2, 2)];

test('other ports of one rule: what becomes weaker or stricter is what enumeration shows', () => {
  for (const rules of [toSubnets, toContainers]) {
    fc.assert(
      fc.property(rules, fc.nat(6), fc.nat(3), fc.nat(3), (drawn, at, from, to) => {
        const place = at % drawn.length;
        const withPorts = (ports: number): readonly DrawnRule[] =>
          drawn.map((rule, index) => (index === place ? { ...rule, ports: [must(nested[ports])] } : rule));
        check(withPorts(from), withPorts(to));
      }),
      { numRuns: runsOf(300) },
    );
  }
});

test('a rule that prevents at fewer ports makes nothing stricter, and at more nothing weaker', () => {
  const rule = { src: 2, dst: 5, effect: 'prevent', disabled: false };
  for (const [at, wide] of nested.entries()) {
    for (const narrow of nested.slice(at + 1)) {
      const [before, after] = [[{ ...rule, ports: [wide] }], [{ ...rule, ports: [narrow] }]];
      assert.deepEqual([...check(before, after)], ['weaker']);
      assert.deepEqual([...check(after, before)], ['stricter']);
      const allowing = (rules: readonly DrawnRule[]): readonly DrawnRule[] => [
        ...rules.map((one) => ({ ...one, effect: 'allow' })),
        { ...rule, ports: [range(0, 65_535)] },
      ];
      assert.deepEqual([...check(allowing(before), allowing(after))], ['stricter']);
    }
  }
  const beside = (ports: { start: number; end: number }): readonly DrawnRule[] => [
    { ...rule, ports: [ports] },
  ];
  assert.deepEqual([...check(beside(range(0, 1)), beside(range(1, 3)))].toSorted(), ['stricter', 'weaker']);
});

test('what is not known of connections is said with its reason, which is not the collections', () => {
  const unknownOf = (ports: readonly object[], dst = 2): readonly string[] => {
    const one = { src: 1, dst, ports: [range(0, 9)], effect: 'alert', disabled: false };
    const other = { ...one, ports: ports as DrawnRule['ports'] };
    return decisionDifferences(kind, documentOf([one]), documentOf([other]), collections).notKnown;
  };
  const denied = { ...range(3, 4), deny: true };
  assert.deepEqual(unknownOf([range(0, 9), denied]), [
    'The meaning of port ranges with "deny" is not documented.',
  ]);
  assert.deepEqual(unknownOf([]), [
    'It is not documented whether a rule without ports applies to all ports.',
  ]);
  assert.deepEqual(unknownOf([{ start: 9, end: 1 }]), ['Some port ranges cannot be read.']);
  assert.deepEqual(unknownOf([range(0, 9), denied], 99), [
    'Some rules connect entities that are missing or cannot be read.',
  ]);
  const away = { src: 1, ports: [range(0, 9)], disabled: false };
  const groups = [
    { ...away, dst: 5, effect: 'alert' },
    { ...away, dst: 13, effect: 'prevent' },
  ];
  const swapped = documentOf(groups.toReversed());
  // Destinations of different types may cover the same connections, so a rule may act differently.
  const { differences } = decisionDifferences(kind, documentOf(groups), swapped, collections);
  assert.ok(differences.some((one) => !isProven(one)));
});
