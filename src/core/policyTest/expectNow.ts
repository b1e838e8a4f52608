import { RegionLimits } from '../order/rulesApplyingIn.ts';
import { boundsOf } from './expect/bound.ts';
import { checkWords } from './expect/checks.ts';
import { connectionWords } from './expect/connections.ts';
import { severityWords } from './expect/severity.ts';
import { sensorWords } from './ruleActions.ts';
import { at, membersOf, type Members } from './plainValues.ts';
import { noRuleApplies } from './readExpectation.ts';
import { readTests } from './readTests.ts';
import { runTest } from './runTest.ts';
import type { TestedPolicy } from './testedPolicy.ts';
import type { TestResult } from './testResult.ts';

/** The proposal names no rule when more rules than this apply. */
const MAX_RULES = 10;

/** The default fields of a proposed expectation, for a test without its own. */
export function defaultExpectation({ kind }: Pick<TestedPolicy, 'kind'>): Members {
  return kind.decidesBy === 'thresholds' ? { rule: '', blocks: '' } : { rule: '' };
}

/**
 * Proposes an expectation with which a failing test passes on the policy as it is. Each field of the
 * expectation has its current value; a field with an unknown value is omitted. Undefined where no value is
 * known. A test run proves the proposal.
 */
export function* expectNow(
  policy: TestedPolicy,
  written: unknown,
): Generator<void, Members | typeof noRuleApplies | undefined, void> {
  const test = membersOf(written);
  const expect = test && at(test, 'expect');
  if (!test || at(test, 'order') !== undefined || expect === undefined) {
    return undefined;
  }
  const limits = new RegionLimits();
  const resultWith = (expected: unknown): TestResult | undefined => {
    const [read] = readTests({ policy: policy.kind.name, tests: [{ ...test, expect: expected }] }).tests;
    return read && !limits.isBeyondLimit ? runTest(policy, read, limits) : undefined;
  };
  const isSo = (expected: unknown): boolean => resultWith(expected)?.outcome === 'passed';
  if (isSo(noRuleApplies)) {
    return noRuleApplies;
  }
  const now: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(membersOf(expect) ?? { rule: '' })) {
    const parts = key === 'checks' || key === 'effects' ? membersOf(value) : undefined;
    const found = parts
      ? yield* each(parts, (name, word) =>
          firstSo(candidates(policy, key, word), (one) => isSo({ [key]: { [name]: one } })),
        )
      : key === 'rule'
        ? yield* decidingRules(policy, (names) => resultWith({ rule: names }))
        : yield* firstSo(key === 'notRule' ? [value] : candidates(policy, key, value), (one) =>
            isSo({ [key]: one }),
          );
    if (found !== undefined) {
      now[key] = found;
    }
  }
  return Object.keys(now).length > 0 && isSo(now) ? now : undefined;
}

type Asking<Answer> = Generator<void, Answer, void>;

function* each(
  parts: Members,
  find: (name: string, word: unknown) => Asking<unknown>,
): Asking<Members | undefined> {
  const found: Record<string, unknown> = {};
  for (const [name, word] of Object.entries(parts)) {
    const so = yield* find(name, word);
    if (so !== undefined) {
      found[name] = so;
    }
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

function* firstSo(all: readonly unknown[], isSo: (one: unknown) => boolean): Asking<unknown> {
  for (const one of all) {
    if (isSo(one)) {
      return one;
    }
    yield;
  }
  return undefined;
}

/** Finds the applying rules one by one: each failed test run gives the next rule as its counterexample. */
function* decidingRules(
  policy: TestedPolicy,
  ask: (names: readonly string[]) => TestResult | undefined,
): Asking<unknown> {
  const all = policy.lists.flatMap(({ rules }) => rules.map(({ name }) => name));
  const any = all.find((name) => name !== '');
  const names: string[] = [];
  if (any === undefined) {
    return undefined;
  }
  while (names.length < MAX_RULES) {
    yield;
    const result = ask(names.length === 0 ? [any] : names);
    if (result?.outcome === 'passed') {
      return names.length > 1 ? names.toSorted((a, b) => all.indexOf(a) - all.indexOf(b)) : (names[0] ?? any);
    }
    const next = result?.rule?.name;
    if (next === undefined || next === '' || names.includes(next)) {
      return undefined;
    }
    names.push(next);
  }
  return undefined;
}

/** Returns the narrowest values first; a bound stays a bound of the same kind if possible. */
function candidates({ kind }: TestedPolicy, key: string, value: unknown): readonly unknown[] {
  if (key === 'allowed') {
    return [true, false];
  }
  const words =
    key === 'checks'
      ? checkWords
      : key === 'effects'
        ? sensorWords(kind)
        : key === 'effect'
          ? connectionWords
          : kind.decidesBy === 'thresholds' && key !== 'ignores'
            ? severityWords
            : ['never'];
  const all = boundsOf(words);
  const least = all.filter((word) => word.startsWith('at least')).toReversed();
  const most = all.filter((word) => word.startsWith('at most'));
  const [how] = /^at (?:least|most)/.exec(String(value)) ?? [];
  return how === undefined
    ? [...words, ...least, ...most]
    : how === 'at least'
      ? [...least, ...words, ...most]
      : [...most, ...words, ...least];
}
