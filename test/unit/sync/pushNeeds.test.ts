import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { plainChange } from '../../../src/core/order/effect/change.ts';
import { arrayAt, fromPlain, stringAt, type JsonObject } from '../../../src/core/json/json.ts';
import { DEFAULT_REMOVED_SHARE } from '../../../src/core/policy/pushRisk.ts';
import { diffPolicies } from '../../../src/core/policy/ruleDiff.ts';
import { sentForm } from '../../../src/core/policy/sentForm.ts';
import { riskOf } from '../../../src/core/sync/needDetails.ts';
import { lossWords } from '../../../src/core/sync/lostChanges.ts';
import type { LostChange, PushPlan } from '../../../src/core/sync/outcomes.ts';
import {
  isAllowed,
  isConfirmed,
  needOptions,
  needQuestion,
  needRefusal,
  confirmedLine,
  pushNeeds,
  type PushNeed,
} from '../../../src/core/sync/pushNeeds.ts';
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
const lost: LostChange = { name: 'rules/a', rule: 'a', change: 'change' };
const kindsOf = (of: PushPlan, isProtected = false): string[] =>
  pushNeeds(of, isProtected, DEFAULT_REMOVED_SHARE).map((need) => need.kind);

test('an ordinary push needs nothing', () => {
  assert.deepEqual(kindsOf(plan(four, ['b', 'a', 'c', 'd'])), []);
  assert.deepEqual(kindsOf(plan(four, ['a', 'b', 'c'])), [], 'a quarter of the rules');
});

test('each unusual risk is a need of its own', () => {
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
  const [need] = pushNeeds(tested({}), false, DEFAULT_REMOVED_SHARE);
  assert.ok(
    need &&
      !isConfirmed(need, {}) &&
      !isConfirmed(need, { 'failing-tests': ['a'] }) &&
      !isConfirmed(need, { 'empties-policy': [kind.name] }),
  );
  assert.ok(isConfirmed(need, { 'failing-tests': [kind.name] }));
});

test('a built-in rule that is disabled is a need, whatever share of the rules it is', () => {
  const name = 'Default - alert all';
  const on = plan([...four, name], [...four, name]);
  const next = fromPlain({
    rules: [...four.map((one) => ({ name: one })), { name, disabled: true }],
  }) as JsonObject;
  const disabling = { ...on, next, steps: diffPolicies(kind, on.live, next).steps };
  assert.deepEqual(pushNeeds(disabling, false, 1), [{ kind: 'many-removed', names: [name] }]);
  assert.deepEqual(riskOf(disabling).rules, [{ name, reason: 'disabled' }]);
});

test('a need is met by the very name', () => {
  const needs = pushNeeds(plan(four, [], [lost]), true, DEFAULT_REMOVED_SHARE);
  const confirmed = { protected: ['production'], 'empties-policy': [kind.name], override: ['rules/a'] };
  assert.deepEqual(
    needs.map((need) => isConfirmed(need, confirmed)),
    [true, true, true],
  );
  const wrong = { protected: ['staging'], 'empties-policy': ['vulnerability/host'], override: ['rules/b'] };
  assert.deepEqual(
    needs.map((need) => isConfirmed(need, wrong)),
    [false, false, false],
  );
});

test('removed rules are confirmed only when each is named', () => {
  const [need] = pushNeeds(plan(four, ['a', 'b']), false, DEFAULT_REMOVED_SHARE);
  assert.deepEqual(need, { kind: 'many-removed', names: ['c', 'd'] });
  assert.deepEqual(
    [{}, { 'many-removed': [] }, { 'many-removed': ['c'] }, { 'many-removed': ['c', 'd'] }].map((given) =>
      isConfirmed(need, given),
    ),
    [false, false, false, true],
  );
});

const weakened: PushPlan = {
  ...plan(four, four),
  decisionChanges: {
    decisions: [],
    actions: [
      {
        rule: { index: 0, name: 'wide' },
        before: 'prevents',
        after: 'alerts',
        change: plainChange.weaker,
      },
    ],
    decisionsChange: false,
    isComplete: true,
  },
};

test('weaker decisions and collections that could not be checked are needs', () => {
  assert.deepEqual(kindsOf(weakened), ['weaker']);
  const { decisionChanges } = weakened;
  const stricter = decisionChanges?.actions.map((one) => ({ ...one, change: plainChange.stricter })) ?? [];
  assert.deepEqual(kindsOf({ ...weakened, decisionChanges: { ...decisionChanges!, actions: stricter } }), []);
  assert.deepEqual(kindsOf({ ...plan(four, four), collectionsUnchecked: 'forbidden' }), ['unchecked']);
});

/** A plan with each need, by its kind. */
const inNeed: Readonly<Record<PushNeed['kind'], PushPlan>> = {
  override: plan(four, four, [lost]),
  'may-still-arrive': {
    ...plan(four, four),
    earlier: [{ pushId: 'p', sentAt: new Date(0), until: new Date(1) }],
  },
  unpulled: { ...plan(four, four), unpulled: [lost] },
  'foreign-snapshot': { ...plan(four, four), restoresForeign: true, restores: 'x' },
  unchecked: { ...plan(four, four), collectionsUnchecked: 'forbidden' },
  'failing-tests': {
    ...plan(four, four),
    tests: { count: 2, failing: [{ name: 'a', why: 'b' }], mustHold: true },
  },
  weaker: weakened,
  'empties-policy': plan(four, []),
  'many-removed': plan(four, ['a']),
  protected: plan(four, four),
};

for (const [of, needing] of Object.entries(inNeed)) {
  test(`${of}: has a question, a refusal, a record, and only its own option confirms it`, () => {
    const needs = pushNeeds(needing, of === 'protected', DEFAULT_REMOVED_SHARE);
    const need = needs.find(({ kind: found }) => found === of);
    assert.ok(need && needs.length === 1);
    const { message, verb } = needQuestion(needing, need);
    assert.ok(message.endsWith('?') && verb !== '');
    const refused = needRefusal({ plan: needing, kind: need.kind });
    assert.match(refused.message, /[.?] Nothing was sent\.$/);
    assert.doesNotMatch(refused.message, /rules\//, 'no name of a list');
    assert.notEqual(confirmedLine([need.kind]), need.kind);
    assert.equal(isAllowed(needing, need, {}), false);
    const allowing = Object.entries(needOptions).filter(([name, option]) => {
      const value = 'several' in option ? [kind.name] : 'argument' in option ? 'production' : true;
      return isAllowed(needing, need, { [name]: value });
    });
    // A push over changes of someone else is for the editor, or a merge.
    assert.equal(allowing.length, of === 'override' ? 0 : 1);
    const advice = refused.advice ?? '';
    assert.ok(
      allowing.every(([name]) => advice.includes(`--${name}`)),
      advice,
    );
  });
}

test('a refusal of several policies gives every missing option once, and the first code', () => {
  const other = { ...weakened, ref: { ...weakened.ref, policy: 'vulnerability/host' } } as const;
  const empty = inNeed['empties-policy'];
  const { code, advice = '' } = needRefusal(
    { plan: weakened, kind: 'weaker' },
    { plan: other, kind: 'weaker' },
    { plan: empty, kind: 'empties-policy' },
  );
  assert.equal(code, 'weaker');
  assert.deepEqual(advice.match(/--[a-z-]+/g), ['--allow-weaker', '--allow-empty']);
  assert.match(advice, /^Give --/);
});

test('a refusal names everything that it is about', () => {
  const refusalOf = (needing: PushPlan): string => {
    const [need] = pushNeeds(needing, false, DEFAULT_REMOVED_SHARE);
    assert.ok(need);
    return needRefusal({ plan: needing, kind: need.kind }).message;
  };
  const two = [lost, { ...lost, name: 'rules/second', rule: 'second' }];
  const overridden = refusalOf(plan(four, four, two));
  assert.ok(two.every(({ name }) => overridden.includes(lossWords(name))));
  const unsure = refusalOf(plan(four, four, [{ ...lost, change: 'perhaps-removed' }]));
  assert.notEqual(unsure, refusalOf(plan(four, four, [lost])), 'a change of someone else is not certain');
  const [first, last] = [new Date(1000), new Date(2000)];
  const earlier = [last, first].map((until) => ({ pushId: 'p', sentAt: new Date(0), until }));
  assert.ok(refusalOf({ ...plan(four, four), earlier }).includes(last.toISOString()));
  const failing = ['one', 'two'].map((name) => ({ name, why: 'b' }));
  const tests = refusalOf({ ...plan(four, four), tests: { count: 3, failing, mustHold: true } });
  assert.ok(tests.includes('one: b') && tests.includes('two: b'));
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
      const pushed = { ...plan([], []), live: from, ...sent };
      const needs = pushNeeds(pushed, false, 1);
      const names = new Set(after.map(({ name }) => name));
      const builtIn = before.filter(({ name, owner }) => owner === 'system' || name.startsWith('Default - '));
      const gone: string[] = builtIn.filter(({ name }) => !names.has(name)).map(({ name }) => name);
      const named = needs.flatMap((need) => (need.kind === 'many-removed' ? riskOf(pushed).builtIn : []));
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

test('a refusal for what was pulled with another key names the variable that gives the key', () => {
  const { code, advice } = needRefusal({ plan: inNeed.unpulled, kind: 'unpulled' });
  assert.equal(code, 'unpulled');
  assert.match(advice ?? '', /ORDINANCE_MACHINE_KEY/);
});
