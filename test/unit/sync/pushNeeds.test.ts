import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { arrayAt, fromPlain, stringAt, type JsonObject } from '../../../src/core/json/json.ts';
import { usualRemovedShare } from '../../../src/core/policy/pushRisk.ts';
import { diffPolicies } from '../../../src/core/policy/ruleDiff.ts';
import { sentForm } from '../../../src/core/policy/sentForm.ts';
import type { LostChange, PushPlan } from '../../../src/core/sync/outcomes.ts';
import { isMet, pushNeeds, type PushNeed } from '../../../src/core/sync/pushNeeds.ts';
import { asObject } from '../policy/policyArbitraries.ts';
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

test('tests that do not hold are a need where that is asked for, met by the name of the policy', () => {
  const tests = { count: 2, failing: [{ name: 'a', why: 'b' }], mustHold: true };
  const tested = (given: Partial<typeof tests>): PushPlan => ({
    ...plan(four, four),
    tests: { ...tests, ...given },
  });
  assert.deepEqual(kindsOf(tested({})), ['failing-tests']);
  assert.deepEqual(kindsOf(tested({ mustHold: false })), []);
  assert.deepEqual(kindsOf(tested({ failing: [] })), []);
  const [need] = pushNeeds(tested({}), false, usualRemovedShare);
  assert.ok(
    need && !isMet(need, {}) && !isMet(need, { failing: 'a' }) && !isMet(need, { policy: kind.name }),
  );
  assert.ok(isMet(need, { failing: kind.name }));
});

test('a built-in rule that is disabled is a need, whatever share of the rules it is', () => {
  const name = 'Default - alert all';
  const on = plan([...four, name], [...four, name]);
  const next = fromPlain({
    rules: [...four.map((one) => ({ name: one })), { name, disabled: true }],
  }) as JsonObject;
  const needs = pushNeeds({ ...on, next, steps: diffPolicies(kind, on.live, next).steps }, false, 1);
  assert.deepEqual(
    needs.map((need) => need.kind === 'many-removed' && need.risk.rules),
    [[{ name, reason: 'disabled' }]],
  );
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

test('a need that nobody knows is not met, and removed rules only when each is named', () => {
  const everything = {
    console: 'production',
    policy: kind.name,
    lost: ['rules/a'],
    removed: four,
    earlier: ['p'],
  };
  assert.equal(isMet({ kind: 'from the future' } as unknown as PushNeed, everything), false);
  const [need] = pushNeeds(plan(four, ['a', 'b']), false, usualRemovedShare);
  assert.ok(need?.kind === 'many-removed');
  assert.deepEqual(
    [isMet(need, {}), isMet(need, { removed: ['c'] }), isMet(need, { removed: ['c', 'd'] })],
    [false, false, true],
  );
});

test('whatever the rules of two documents are: a guard counts every rule that came with the console and is gone', () => {
  const rules = fc.uniqueArray(
    fc.record({
      name: fc.constantFrom('a', 'b', 'c', 'Default - a', 'Default - b', 'x', 'y'),
      owner: fc.constantFrom('system', 'me'),
      msg: fc.constantFrom('alert', 'block'),
      notes: fc.constantFrom('', 'n'),
      collections: fc.constantFrom([{ name: 'All' }], [{ name: 'prod' }]),
      previousName: fc.constantFrom('', 'a', 'Default - a'),
    }),
    { selector: ({ name }) => name, maxLength: 6 },
  );
  fc.assert(
    fc.property(rules, rules, (before, after) => {
      const [from, to] = [before, after].map((list) => asObject(fromPlain({ rules: list })));
      assert.ok(from && to);
      const sent = sentForm(kind, from, to);
      const needs = pushNeeds({ ...plan([], []), live: from, ...sent }, false, 1);
      const names = new Set(after.map(({ name }) => name));
      const builtIn = before.filter(({ name, owner }) => owner === 'system' || name.startsWith('Default - '));
      const gone: string[] = builtIn.filter(({ name }) => !names.has(name)).map(({ name }) => name);
      const named = needs.flatMap((need) => (need.kind === 'many-removed' ? need.risk.builtIn : []));
      if (!sent.emptiesPolicy) {
        // One that keeps its name is counted only when it says something else.
        const content = (rule: (typeof before)[number] | undefined) =>
          JSON.stringify([rule?.msg, rule?.notes, rule?.collections]);
        const changed: string[] = builtIn
          .filter((rule) => content(rule) !== content(after.find(({ name }) => name === rule.name)))
          .map(({ name }) => name);
        assert.deepEqual(
          gone.filter((name) => !named.includes(name)),
          [],
        );
        assert.deepEqual(
          named.filter((name) => !changed.includes(name) && !gone.includes(name)),
          [],
        );
      }
      // Nobody is said to have been called what nobody was: written so, or the same rule but for its name.
      for (const [at, rule] of arrayAt(sent.next, 'rules').map(asObject).entries()) {
        const previous = stringAt(rule, 'previousName') ?? '';
        const old = before.find(({ name }) => name === previous);
        const own = after[at];
        assert.ok(own);
        const isSame = old && (['msg', 'notes'] as const).every((key) => old[key] === own[key]);
        assert.ok(previous === '' || previous === own.previousName || isSame, previous);
      }
    }),
  );
});
