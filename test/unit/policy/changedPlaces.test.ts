import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { policyKind } from '../../../src/core/policy/families.ts';
import { fromPlain, type JsonObject } from '../../../src/core/json/json.ts';
import { type PlanStep, diffPolicies } from '../../../src/core/policy/ruleDiff.ts';
import { asObject } from './policyArbitraries.ts';
import { dear } from '../dear.ts';

const runtime = policyKind('runtime/container');
assert.ok(runtime);

const named = (names: string): JsonObject =>
  asObject(
    fromPlain({
      rules: names.split('').map((name) => ({ name, collections: [{ name: `${name}-scope` }], value: name })),
    }),
  );
const stepsOf = (before: JsonObject, after: JsonObject): readonly PlanStep[] =>
  diffPolicies(runtime, before, after).steps;
const swapsOf = (before: string, after: string): string[] =>
  stepsOf(named(before), named(after)).flatMap((step) =>
    step.kind === 'move' && step.changedPlacesWith ? [`${step.rule}${step.changedPlacesWith.rule}`] : [],
  );

test('of two neighbors that changed places nobody knows which was moved: the step names both', () => {
  const swap = {
    kind: 'move',
    array: 'rules',
    rule: 'c',
    from: 2,
    to: 1,
    changedPlacesWith: { rule: 'b', from: 1, to: 2 },
  };
  assert.deepEqual(stepsOf(named('abcd'), named('acbd')), [swap]);
  assert.deepEqual(swapsOf('abcd', 'badc'), ['ba', 'dc'], 'two pairs');
  assert.deepEqual(swapsOf('abcd', 'cabd'), [], 'two were passed');
  assert.deepEqual(swapsOf('axbcd', 'byacd'), ['ba'], 'what comes or goes between them was not passed');
  assert.deepEqual(swapsOf('abcdef', 'fbacde'), ['ba'], 'others moved elsewhere');
});

test('a step says that two rules changed places exactly when they are neighbors in both orders, turned round', () => {
  const all = 'abcdefgh'.split('');
  const order = fc.shuffledSubarray(all, { minLength: 2 });
  const near = fc
    .array(fc.nat({ max: 6 }), { maxLength: 4 })
    .map((places) =>
      places.reduce((names, at) => names.with(at, names[at + 1] ?? '').with(at + 1, names[at] ?? ''), all),
    );
  fc.assert(
    fc.property(order, fc.oneof(order, near), (before, after) => {
      const [was, is] = [
        before.filter((name) => after.includes(name)),
        after.filter((name) => before.includes(name)),
      ];
      const [from, to] = [named(before.join('')), named(after.join(''))];
      const moves = stepsOf(from, to).flatMap((step) => (step.kind === 'move' ? [step] : []));
      const moved = new Set(moves.map(({ rule }) => rule));
      for (const { rule, changedPlacesWith: other } of moves) {
        const partners = was.filter((name) => {
          const [old, now] = [was.indexOf(name) - was.indexOf(rule), is.indexOf(name) - is.indexOf(rule)];
          return Math.abs(old) === 1 && now === -old && !moved.has(name);
        });
        assert.deepEqual(other ? [other.rule] : [], partners);
        if (other) {
          assert.deepEqual([before[other.from], after[other.to]], [other.rule, other.rule]);
          // Nothing else differs in the order where it is the only move.
          const turned = was.map((name) => (name === rule ? other.rule : name === other.rule ? rule : name));
          assert.equal(turned.join('') === is.join(''), moves.length === 1);
        }
      }
    }),
    { numRuns: dear(1500) },
  );
});
