import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'node:test';
import { decisionChanges } from '../../../src/core/order/decisionChanges.ts';
import type { OrderedRule } from '../../../src/core/order/orderedRule.ts';
import type { Point } from '../../../src/core/order/scope.ts';
import { resourceLists } from '../../../src/core/policy/collections.ts';
import { collections, drawn, orderedRules } from './drawnRules.ts';
import { at, words } from './universe.ts';
import { runsOf } from './runs.ts';
import { decisionAt } from './truth.ts';

const small = words(['a', 'b', 'c'], 3);
const points = small.flatMap((images) => small.map((namespaces) => at({ images, namespaces })));

function decider(rules: readonly OrderedRule[], point: Point): number | undefined {
  const { rule, notKnown } = decisionAt(
    rules,
    resourceLists.map((_, place) => [point[place] ?? '']),
  );
  assert.deepEqual(notKnown, []);
  return rule;
}

/** A change of a list of rules: a new order, in which some are left out and others switched on or off. */
const change = fc.record({ order: fc.infiniteStream(fc.nat(1000)), gone: fc.nat(6), switched: fc.nat(8) });

test('a plan hands over exactly what asking every resource before and after shows', () => {
  fc.assert(
    fc.property(collections, drawn, change, (patterns, rules, { order, gone, switched }) => {
      const before = orderedRules(patterns, rules);
      const keys = before.map(() => order.next().value ?? 0);
      const places = [...before.keys()]
        .filter((place) => place !== gone)
        .toSorted((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
      const after = places.map((place) => {
        const rule = before[place];
        assert.ok(rule);
        return place === switched ? { ...rule, enabled: !rule.enabled } : rule;
      });
      const counterparts = [...before.keys()].map((place) => {
        const to = places.indexOf(place);
        return to === -1 ? undefined : to;
      });
      const { changes, isComplete } = decisionChanges(before, after, counterparts);
      assert.ok(isComplete);
      const pair = (from: number | undefined, to: number | undefined): string =>
        `${from ?? '-'} ${to ?? '-'}`;
      const real = new Set<string>();
      for (const point of points) {
        const [from, to] = [decider(before, point), decider(after, point)];
        if (from === undefined ? to !== undefined : counterparts[from] !== to || to === undefined) {
          real.add(pair(from, to));
        }
      }
      assert.deepEqual(new Set(changes.map(({ from, to }) => pair(from, to))), real);
      for (const { from, to, example } of changes) {
        assert.deepEqual(
          [decider(before, example), decider(after, example)],
          [from, to],
          'the example is one',
        );
      }
    }),
    { numRuns: runsOf(300) },
  );
});

test('nothing is said for certain of what is not known', () => {
  const rule = (name: string, box: OrderedRule['scopes'][number]['box']): OrderedRule => ({
    name,
    enabled: true,
    effect: name,
    scopes: [{ name, box }],
  });
  const everything = resourceLists.map(() => undefined);
  const before = [rule('unknown', undefined), rule('all', everything)];
  const swapped = decisionChanges(before, before.toReversed(), [1, 0]);
  assert.deepEqual([swapped.changes, swapped.isComplete], [[], false]);
  const changed = decisionChanges(before, before, [0, 1], [0, 1]);
  assert.deepEqual(
    changed.actions.map((one) => [one.from, one.to, 'example' in one]),
    [
      [0, 0, false],
      [1, 1, false],
    ],
    'perhaps the unknown rule applies to nothing, or to everything',
  );
  const same = decisionChanges(before, before, [0, 1]);
  assert.deepEqual([same.changes, same.isComplete], [[], true]);
});
