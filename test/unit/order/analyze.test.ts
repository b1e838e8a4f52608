import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'node:test';
import { resourceLists } from '../../../src/core/policy/collections.ts';
import { analyzeOrder } from './freshAnalysis.ts';
import type { OrderCode } from '../../../src/core/order/orderAnalysis.ts';
import type { OrderedRule } from '../../../src/core/order/orderedRule.ts';
import { boxOf } from './boxes.ts';
import { isInBox } from '../../../src/core/order/scope.ts';
import { collections, drawn, orderedRules } from './drawnRules.ts';
import { runsOf } from './runs.ts';
import { must, Truth } from './truth.ts';
import { at, words } from './universe.ts';

const all = new Set(resourceLists);
const small = words(['a', 'b', 'c'], 3);
const points = small.flatMap((images) => small.map((namespaces) => at({ images, namespaces })));
test('everything that is said of a rule is so, and everything that is so is said', () => {
  fc.assert(
    fc.property(collections, drawn, (patterns, rules) => {
      const ordered = orderedRules(patterns, rules);
      const { findings, notAnalyzed } = analyzeOrder(ordered);
      assert.deepEqual(notAnalyzed, []);
      const truth = new Truth(points, ordered);
      for (const [place, { enabled, scopes }] of ordered.entries()) {
        if (!enabled) {
          assert.deepEqual(
            findings.filter(({ rule, kind }) => rule === place && kind !== 'covered-collection'),
            [],
          );
          continue;
        }
        const of = (kind: OrderCode) => findings.filter((one) => one.rule === place && one.kind === kind);
        const [dead] = of('shadowed-rule');
        const isDead = truth.isDead(place);
        assert.equal(
          of('shadowed-rule').length + of('redundant-rule').length,
          isDead ? 1 : 0,
          'shadowed-rule',
        );
        if (isDead) {
          assert.equal(of('redundant-rule').length === 1, truth.decidedAlike(place), 'redundant-rule');
          const witness = dead?.witness;
          assert.ok(!witness || scopes.some(({ box }) => isInBox(must(box), witness.point)));
          assert.equal(witness?.rule, witness && truth.decides(witness.point));
          continue;
        }
        const parts = of('partly-shadowed-rule').map(({ scope }) => scope);
        const first = scopes.map(({ name }, index) => scopes.findIndex((one) => one.name === name) === index);
        assert.deepEqual(
          parts,
          [...scopes.keys()].filter(
            (index) => first[index] && truth.isTaken(place, must(scopes[index]?.box)),
          ),
        );
        assert.equal(of('unneeded-rule').length === 1, !truth.hasEffect(place), 'no effect');
      }
    }),
    { numRuns: runsOf(400) },
  );
});

test('who is named takes everything together, and none of them is named for nothing', () => {
  fc.assert(
    fc.property(collections, drawn, (patterns, rules) => {
      const ordered = orderedRules(patterns, rules);
      for (const finding of analyzeOrder(ordered).findings) {
        if (finding.kind === 'shadowed-rule' || finding.kind === 'redundant-rule') {
          const boxes = must(ordered[finding.rule]).scopes.map(({ box }) => must(box));
          const takers = finding.by.flatMap((place) =>
            must(ordered[place]).scopes.map(({ box }) => must(box)),
          );
          assert.ok(finding.by.every((place) => place < finding.rule));
          assert.ok(
            points.every(
              (point) =>
                !boxes.some((box) => isInBox(box, point)) || takers.some((box) => isInBox(box, point)),
            ),
          );
        }
      }
    }),
    { numRuns: runsOf(300) },
  );
});

test('by names alone only what is certain is said', () => {
  const rule = (name: string, effect: string, ...names: string[]): OrderedRule => ({
    name,
    enabled: true,
    effect,
    scopes: names.map((one) => ({ name: one, box: undefined })),
  });
  const { findings } = analyzeOrder([
    rule('first', 'block', 'prod'),
    rule('second', 'alert', 'prod'),
    rule('third', 'alert', 'prod', 'test'),
    rule('fourth', 'block', 'dev', 'dev'),
  ]);
  assert.deepEqual(findings, [
    { kind: 'shadowed-rule', rule: 1, by: [0] },
    { kind: 'partly-shadowed-rule', rule: 2, scope: 0, by: [0] },
    { kind: 'covered-collection', rule: 3, scope: 1, by: [0] },
  ]);
});

test('a question that is too hard ends within its budget and says so', () => {
  const boxes = Array.from({ length: 60 }, (_, index) =>
    must(
      boxOf(
        {
          images: [`*x${index}*`, `-*y${index}*`, `-*z${index}*`],
          namespaces: [`*n${index}*`, `-*m${index}*`],
        },
        all,
      ),
    ),
  );
  const rules = [...boxes, must(boxOf({ images: ['*q*'], namespaces: ['*q*'] }, all))].map((box, index) => ({
    name: `rule ${index}`,
    enabled: true,
    effect: String(index),
    scopes: [{ name: `c${index}`, box }],
  }));
  const { findings, notAnalyzed } = analyzeOrder(rules, 3);
  assert.deepEqual(findings, []);
  assert.ok(notAnalyzed.length > 0);
});
