import { RegionLimits } from '../order/decidersIn.ts';
import { expectationWords } from './expect/expectation.ts';
import type { PolicyTest } from './policyTest.ts';
import { proveEvery } from './proveEvery.ts';
import { proveOne } from './proveOne.ts';
import { proveOrder } from './proveOrder.ts';
import { hasRule, isMissing, type TestedPolicy } from './testedPolicy.ts';
import type { TestResult } from './testResult.ts';

/** What is so, whatever is expected. */
export type Proof = Omit<TestResult, 'expected' | 'holds'>;

/** Runs one test on a policy, in short steps. What cannot be proven does not pass. */
export function* runTestSteps(
  policy: TestedPolicy,
  test: PolicyTest,
  limits = new RegionLimits(),
): Generator<void, TestResult, void> {
  const { subject, expect, allowsNotKnown } = test;
  const missing = missingIn(policy, test);
  const proof: Proof =
    missing === undefined ? yield* prove(policy, test, limits) : { outcome: 'failed', actual: missing };
  const expected = subject.kind === 'order' ? 'this order' : expectationWords(expect);
  const { outcome } = proof;
  return {
    ...proof,
    expected,
    holds: outcome === 'passed' || (outcome === 'not-known' && allowsNotKnown),
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
function missingIn(policy: TestedPolicy, { subject, expect }: PolicyTest): string | undefined {
  const rule = [...expect.names, ...(subject.kind === 'order' ? subject.rules : [])].find(
    (name) => !hasRule(policy, name),
  );
  if (rule !== undefined) {
    return `there is no rule "${rule}"`;
  }
  const collection = collectionsOf(subject).find((name) => isMissing(policy, name));
  return collection === undefined ? undefined : `there is no collection "${collection}"`;
}

function collectionsOf(subject: PolicyTest['subject']): readonly string[] {
  if (subject.kind === 'every') {
    return subject.patterned.collections;
  }
  return subject.kind === 'every-connection'
    ? [subject.source, subject.destination].flatMap((end) => ('collections' in end ? end.collections : []))
    : [];
}
