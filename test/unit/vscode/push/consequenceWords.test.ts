import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainChange, type ChangeWord } from '../../../../src/core/order/effect/change.ts';
import type { PolicyConsequences } from '../../../../src/core/order/policyConsequences.ts';
import type { PlannedTests } from '../../../../src/core/policyTest/plannedTests.ts';
import type { PushPlan } from '../../../../src/core/sync/outcomes.ts';
import {
  failingLines,
  isWeaker,
  isWeakerInOneWay,
  weakerLines,
  weakerOfSeveral,
} from '../../../../src/vscode/push/consequenceWords.ts';
import { madePlan } from './support.ts';

const l10n = {
  t: (text: string, ...values: unknown[]): string =>
    text.replace(/\{(\d+)\}/g, (_, index: string) => String(values[Number(index)])),
} as unknown as Parameters<typeof weakerLines>[1];

const alerts = { kind: 'connections', word: 'alert' } as const;
const prevents = { kind: 'connections', word: 'prevent' } as const;

function planOf(told: Partial<PolicyConsequences>): PushPlan {
  return {
    ...madePlan(),
    consequences: {
      consequences: [],
      effectChanges: [],
      decisionsChange: false,
      isComplete: true,
      ...told,
    },
  };
}

function handing(...changes: readonly ChangeWord[]): PushPlan {
  return planOf({
    decisionsChange: true,
    consequences: changes.map((change, at) => ({
      from: { index: at, name: `rule ${at}` },
      to: { index: 9, name: 'wide' },
      before: prevents,
      after: alerts,
      change: plainChange[change],
      ...(change === 'mixed' && {
        ways: { weaker: ['exceptions'], stricter: ['what has no fix'], unknown: [] },
      }),
      example: { image: `registry.example/${at}` },
    })),
  });
}

function doing(...changes: readonly ChangeWord[]): PushPlan {
  return planOf({
    effectChanges: changes.map((change, at) => ({
      rule: { index: at, name: `rule ${at}` },
      before: prevents,
      after: alerts,
      change: plainChange[change],
    })),
  });
}

test('the question names what becomes weaker, and what becomes of it', () => {
  assert.deepEqual(weakerLines(handing('weaker', 'same'), l10n), [
    '2 scopes change hands, 1 becomes weaker:',
    '- "rule 0" → "wide" (weaker): prevents → alerts · image registry.example/0',
  ]);
  assert.deepEqual(weakerLines(doing('weaker'), l10n), [
    'Nothing changes hands.',
    '1 rule acts differently on what it still decides:',
    '- "rule 0" (weaker): prevents → alerts',
  ]);
  assert.deepEqual(weakerLines(doing('weaker', 'weaker', 'weaker', 'weaker', 'weaker'), l10n).slice(1), [
    '5 rules act differently on what they still decide, 5 become weaker:',
    '- "rule 0" (weaker): prevents → alerts',
    '- "rule 1" (weaker): prevents → alerts',
    '- "rule 2" (weaker): prevents → alerts',
    '- and 2 more: see the plan',
  ]);
});

test('of several policies the question counts each, the worst first, and names the first of the worst', () => {
  const many = Array.from({ length: 10 }, (_, at) => ({
    ...handing(...Array.from({ length: at + 1 }, () => 'weaker' as const)),
    ref: { console: 'prod', policy: `policy ${at}` },
  })) as unknown as readonly PushPlan[];
  const lines = weakerOfSeveral(many, l10n);
  assert.deepEqual(lines.slice(0, 2), ['policy 9: 10 become weaker', 'policy 8: 9 become weaker']);
  assert.deepEqual(lines.slice(8, 11), [
    'and 2 more policies: see the plan',
    '',
    '- policy 9: "rule 0" → "wide" (weaker): prevents → alerts · image registry.example/0',
  ]);
  assert.equal(lines.length, 14, 'whatever is pushed');
  const tests = { count: 7, failing: [{ name: 'a', why: 'b' }], mustHold: false } as unknown as PlannedTests;
  const [first] = weakerOfSeveral(
    [{ ...planOf({ ...doing('weaker').consequences, isComplete: false }), tests }],
    l10n,
  );
  assert.match(first ?? '', /: 1 becomes weaker, and there may be more; 1 of 7 tests does not hold$/);
});

test('what is weaker in one way and stricter in another is said as that, and asked about all the same', () => {
  const mixed = handing('mixed', 'mixed', 'same');
  assert.deepEqual(weakerLines(mixed, l10n), [
    '3 scopes change hands, 2 mixed:',
    '- "rule 0" → "wide" (mixed): weaker in exceptions; stricter in what has no fix · prevents → alerts · image registry.example/0',
    '- "rule 1" → "wide" (mixed): weaker in exceptions; stricter in what has no fix · prevents → alerts · image registry.example/1',
  ]);
  assert.deepEqual([isWeaker(mixed), isWeakerInOneWay([mixed])], [true, true]);
  assert.equal(isWeakerInOneWay([mixed, handing('weaker')]), false);
  assert.equal(isWeaker(handing('stricter', 'unknown')), false);
});

test('of a long line the question tells whole items, counts the others of a list and says that there is more', () => {
  const [plan] = [handing('mixed')];
  const [one] = plan.consequences?.consequences ?? [];
  assert.ok(one);
  const said = (change: object): string => {
    const [, line = ''] = weakerLines(
      planOf({ decisionsChange: true, consequences: [{ ...one, ...change }] }),
      l10n,
    );
    return line;
  };
  const head = '- "rule 0" → "wide" (mixed): ';
  const many = (what: string): string[] => Array.from({ length: 8 }, (_, at) => `${what} ${at} of a rule`);
  const ways = { weaker: many('severities'), stricter: many('days of grace'), unknown: [] };
  const line = said({ ways });
  const told = (all: readonly string[]): string => `${all.slice(0, 3).join(', ')} and 5 more`;
  assert.equal(line, `${head}weaker in ${told(ways.weaker)}; stricter in ${told(ways.stricter)} · …`);
  const short = { weaker: ['exceptions'], stricter: ['severities'], unknown: [] };
  assert.equal(
    said({ ways: short, example: { image: 'x'.repeat(300) } }),
    `${head}weaker in exceptions; stricter in severities · prevents → alerts · …`,
  );
  const long = said({
    ways,
    from: { index: 0, name: 'f'.repeat(300) },
    to: { index: 1, name: 't'.repeat(300) },
  });
  assert.match(
    long,
    /^- "f{40}…" → "t{40}…" \(.*\): weaker in severities 0 of a rule and 7 more; stricter in .* and 7 more · /,
  );
});

test('every line is a sentence, also where nothing certain is known', () => {
  assert.deepEqual(weakerLines(planOf({ decisionsChange: undefined, isComplete: false }), l10n), [
    'Not known: whether something gets another deciding rule.',
  ]);
  assert.deepEqual(weakerLines(planOf({}), l10n), ['No decision changes.']);
  assert.deepEqual(weakerLines(doing('unknown'), l10n).slice(1), [
    '1 rule acts differently on what it still decides, and may become weaker.',
  ]);
  assert.deepEqual(weakerLines(doing('stricter', 'stricter'), l10n).slice(1), [
    '2 rules do something stricter.',
  ]);
  assert.deepEqual(weakerLines(madePlan(), l10n), [], 'nobody worked it out');
});

test('the question names the tests that do not hold', () => {
  const failing = Array.from({ length: 5 }, (_, at) => ({ name: `test ${at}`, why: 'no rule decides' }));
  const tests = { count: 7, failing, mustHold: false } as unknown as PlannedTests;
  assert.deepEqual(failingLines({ ...madePlan(), tests }, l10n), [
    '5 of 7 tests of the policy do not hold:',
    '- test 0: no rule decides',
    '- test 1: no rule decides',
    '- test 2: no rule decides',
    '- and 2 more: see the plan',
  ]);
  const held = { ...tests, failing: [] };
  assert.deepEqual(failingLines({ ...madePlan(), tests: held }, l10n), []);
});
