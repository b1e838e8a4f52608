import { RegionLimits } from '../order/rulesApplyingIn.ts';
import { expectationWords } from './expect/expectation.ts';
import type { PolicyTest } from './policyTest.ts';
import { proveEvery } from './proveEvery.ts';
import { proveOne } from './proveOne.ts';
import { proveOrder } from './proveOrder.ts';
import { hasRule, isMissing, type TestedPolicy } from './testedPolicy.ts';
import { missingWords, type MissingName, type Proof, type TestResult } from './testResult.ts';
import { closest } from '../util/closest.ts';

/** Runs one test on a policy, in short steps. What cannot be proven does not pass. */
export function* runTestSteps(
  policy: TestedPolicy,
  test: PolicyTest,
  limits = new RegionLimits(),
): Generator<void, TestResult, void> {
  const { subject, expect, allowsUnknown } = test;
  const missing = missingIn(policy, test);
  const [first] = missing;
  const proof: Proof = first
    ? { outcome: 'failed', actual: missingWords(first), missing }
    : yield* prove(policy, test, limits);
  const expected = subject.kind === 'order' ? 'this order' : expectationWords(expect);
  const { outcome } = proof;
  return {
    ...proof,
    expected,
    holds: outcome === 'passed' || (outcome === 'unknown' && allowsUnknown),
  };
}

function* prove(
  policy: TestedPolicy,
  { subject, expect }: PolicyTest,
  limits: RegionLimits,
): Generator<void, Proof, void> {
  switch (subject.kind) {
    case 'resource':
    case 'connection':
      return proveOne(policy, subject, expect);
    case 'every':
    case 'every-connection':
      return yield* proveEvery(policy, subject, expect, limits);
    case 'order':
    default:
      return proveOrder(policy, subject.rules, limits);
  }
}

/** A test of something that is not there would pass for nothing. */
function missingIn(policy: TestedPolicy, { subject, expect }: PolicyTest): readonly MissingName[] {
  const rules = [...expect.names, ...(subject.kind === 'order' ? subject.rules : [])];
  const named = policy.lists.flatMap((list) => list.rules.map(({ name }) => name));
  const known = [...policy.collections.keys(), 'All'];
  return [
    ...missingOf(
      'rule',
      rules.filter((name) => !hasRule(policy, name)),
      named,
    ),
    ...missingOf(
      'collection',
      collectionsOf(subject).filter((name) => isMissing(policy, name)),
      known,
    ),
  ];
}

function missingOf(
  what: MissingName['of'],
  names: readonly string[],
  there: readonly string[],
): readonly MissingName[] {
  return [...new Set(names)].map((name) => {
    const meant = closest(name, there);
    return { of: what, name, ...(meant !== undefined && { meant }) };
  });
}

function collectionsOf(subject: PolicyTest['subject']): readonly string[] {
  if (subject.kind === 'every') {
    return subject.patterned.collections;
  }
  return subject.kind === 'every-connection'
    ? [subject.source, subject.destination].flatMap((end) => ('collections' in end ? end.collections : []))
    : [];
}
