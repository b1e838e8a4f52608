import { throwIfCanceled } from '../util/errors.ts';
import { pause } from '../util/inSlices.ts';
import { RegionLimits } from '../order/rulesApplyingIn.ts';
import { boundsOf, familyWords } from './expect/expectation.ts';
import { severityWords } from './expect/severity.ts';
import { isPlain, type Plain } from '../util/plainRecord.ts';
import { noRuleApplies, readTests } from './readTests.ts';
import { runTest } from './runTest.ts';
import type { TestedPolicy, TestResult } from './policyTest.ts';

/** The proposal names no rule when more rules than this apply. */
const MAX_RULES = 10;

/** The default fields of a proposed expectation, for a test without its own. */
export function defaultExpectation({ kind }: Pick<TestedPolicy, 'kind'>): Plain {
  return kind.decidesBy === 'thresholds' ? { rule: '', blocks: '' } : { rule: '' };
}

/**
 * Proposes an expectation with which a failing test passes on the policy as it is. Each field of the
 * expectation has its current value; a field with an unknown value is omitted. Undefined where no value is
 * known. A test run proves the proposal. Gives way between test runs. Throws CanceledError.
 */
export async function expectNow(
  policy: TestedPolicy,
  written: unknown,
  signal?: AbortSignal,
): Promise<Plain | typeof noRuleApplies | undefined> {
  const test: Plain = isPlain(written) ? written : {};
  const { expect, order } = test;
  if (order !== undefined || expect === undefined) {
    return undefined;
  }
  const limits = new RegionLimits();
  const resultWith = async (expected: unknown): Promise<TestResult | undefined> => {
    await pause();
    throwIfCanceled(signal);
    const [read] = readTests({ policy: policy.kind.name, tests: [{ ...test, expect: expected }] }).tests;
    return read && !limits.isBeyondLimit ? runTest(policy, read, limits) : undefined;
  };
  const isSo = async (expected: unknown): Promise<boolean> =>
    (await resultWith(expected))?.outcome === 'passed';
  if (await isSo(noRuleApplies)) {
    return noRuleApplies;
  }
  const now = await knownParts(isPlain(expect) ? expect : { rule: '' }, (key, value) => {
    if (key === 'rule') {
      return applyingRules(policy, (names) => resultWith({ rule: names }));
    }
    return (key === 'checks' || key === 'effects') && isPlain(value)
      ? knownParts(value, (name, word) =>
          firstPassing(candidates(policy, key, word), (other) => isSo({ [key]: { [name]: other } })),
        )
      : firstPassing(key === 'notRule' ? [value] : candidates(policy, key, value), (other) =>
          isSo({ [key]: other }),
        );
  });
  return now && (await isSo(now)) ? now : undefined;
}

/** Returns the current value of each part; undefined where none is known. */
async function knownParts(
  parts: Plain,
  search: (name: string, word: unknown) => Promise<unknown>,
): Promise<Plain | undefined> {
  const current: Record<string, unknown> = {};
  for (const [name, word] of Object.entries(parts)) {
    const value = await search(name, word);
    if (value !== undefined) {
      current[name] = value;
    }
  }
  return Object.keys(current).length > 0 ? current : undefined;
}

async function firstPassing(
  values: readonly unknown[],
  isSo: (value: unknown) => Promise<boolean>,
): Promise<unknown> {
  for (const value of values) {
    if (await isSo(value)) {
      return value;
    }
  }
  return undefined;
}

/** Finds the applying rules one by one: each failed test run gives the next rule as its counterexample. */
async function applyingRules(
  policy: TestedPolicy,
  resultFor: (names: readonly string[]) => Promise<TestResult | undefined>,
): Promise<unknown> {
  const all = policy.lists.flatMap(({ rules }) => rules.map(({ name }) => name));
  const any = all.find((name) => name !== '');
  const names: string[] = [];
  if (any === undefined) {
    return undefined;
  }
  while (names.length < MAX_RULES) {
    const result = await resultFor(names.length === 0 ? [any] : names);
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
  const words = ['checks', 'effects', 'effect'].includes(key)
    ? familyWords(kind)
    : kind.decidesBy === 'thresholds' && key !== 'ignores'
      ? severityWords
      : ['never'];
  const all = boundsOf(words);
  const lowerBounds = all.filter((word) => word.startsWith('at least')).toReversed();
  const upperBounds = all.filter((word) => word.startsWith('at most'));
  const written = String(value);
  return written.startsWith('at least')
    ? [...lowerBounds, ...words, ...upperBounds]
    : written.startsWith('at most')
      ? [...upperBounds, ...words, ...lowerBounds]
      : [...words, ...lowerBounds, ...upperBounds];
}
