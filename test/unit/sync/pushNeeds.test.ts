import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPlain, type JsonObject } from '../../../src/model/json.ts';
import { usualRemovedShare } from '../../../src/model/pushRisk.ts';
import { diffPolicies } from '../../../src/model/ruleDiff.ts';
import type { LostChange, PushPlan } from '../../../src/sync/outcomes.ts';
import { isMet, pushNeeds } from '../../../src/sync/pushNeeds.ts';
import { kindOf } from './workspace.ts';

const kind = kindOf('vulnerability/images');

function plan(live: readonly string[], next: readonly string[], lost: readonly LostChange[] = []): PushPlan {
  const document = (names: readonly string[]): JsonObject =>
    fromPlain({ rules: names.map((name) => ({ name })) }) as JsonObject;
  return {
    ref: { console: 'production', policy: kind.name },
    live: document(live),
    next: document(next),
    steps: diffPolicies(kind, document(live), document(next)).steps,
    emptiesPolicy: next.length === 0,
    ...(lost.length > 0 ? { overrides: { base: 'b', lost } } : {}),
  } as unknown as PushPlan;
}

const four = ['a', 'b', 'c', 'd'];
const lost: LostChange = { name: 'rules/a', array: 'rules', rule: 'a', change: 'change' };
const kindsOf = (of: PushPlan, isProtected = false): string[] =>
  pushNeeds(of, isProtected, usualRemovedShare).map((need) => need.kind);

test('an ordinary push needs nothing', () => {
  assert.deepEqual(kindsOf(plan(four, ['b', 'a', 'c', 'd'])), []);
  assert.deepEqual(kindsOf(plan(four, ['a', 'b', 'c'])), [], 'a quarter of the rules');
});

test('each unusual consequence is a need of its own', () => {
  assert.deepEqual(kindsOf(plan(four, ['a', 'b'])), ['many-removed']);
  assert.deepEqual(kindsOf(plan(four, [])), ['empties-policy']);
  assert.deepEqual(kindsOf(plan(four, four), true), ['protected']);
  assert.deepEqual(kindsOf(plan(four, ['a'], [lost]), true), ['override', 'many-removed', 'protected']);
});

test('a need is met by the very name', () => {
  const needs = pushNeeds(plan(four, [], [lost]), true, usualRemovedShare);
  const confirmed = { console: 'production', policy: kind.name, lost: ['rules/a'] };
  assert.deepEqual(
    needs.map((need) => isMet(need, confirmed)),
    [true, true, true],
  );
  const wrong = { console: 'staging', policy: 'vulnerability/host', lost: ['rules/b'] };
  assert.deepEqual(
    needs.map((need) => isMet(need, wrong)),
    [false, false, false],
  );
});
