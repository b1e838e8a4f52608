import { rulesApplyingIn, type RegionLimits } from '../order/rulesApplyingIn.ts';
import { exampleAt, exampleWords } from '../order/example.ts';
import { decidedAt, decidesWords, listFor, namedRule, placedRule } from './decidedBy.ts';
import { meetsAll, type Expectation } from './expect/expectation.ts';
import type { Subject } from './policyTest.ts';
import { regionsOf } from './regionOf.ts';
import type { Proof } from './testResult.ts';
import type { TestedPolicy } from './testedPolicy.ts';

type Every = Extract<Subject, { kind: 'every' | 'every-connection' }>;

/** Passes where it is proven of everything that is meant, and something is; a counterexample is enough to fail. */
export function* proveEvery(
  policy: TestedPolicy,
  subject: Every,
  expect: Expectation,
  limits: RegionLimits,
): Generator<void, Proof, void> {
  const isConnection = subject.kind === 'every-connection';
  const list = listFor(policy, isConnection ? subject.source.type : undefined);
  const acting = list.isOff ? [] : list.rules;
  const regions = regionsOf(policy, subject);
  if (regions.every((region) => limits.isNothing(region))) {
    return { outcome: 'failed', actual: 'nothing can match: there is nothing that this is true of' };
  }
  let open: Proof | undefined;
  for (const region of regions) {
    const group = isConnection ? subject.destination.type : undefined;
    for (const { rule: place, example } of rulesApplyingIn(acting, region, limits, group)) {
      yield;
      const answer = meetsAll(expect, decidedAt(list, place));
      if (answer === true) {
        continue;
      }
      const by = place === undefined ? {} : { rule: placedRule(list, place) };
      if (answer === false && example) {
        const shown = exampleAt(policy.kind, example);
        const actual = `${decidesWords(list, place, expect)}; for example for ${exampleWords(shown)}`;
        return { outcome: 'failed', actual, example: shown, ...by };
      }
      const who = place === undefined ? 'any rule applies' : `${namedRule(list, place)} applies to any of it`;
      open ??= {
        outcome: 'unknown',
        actual: example
          ? decidesWords(list, place, expect)
          : `unknown whether ${who}: ${decidesWords(list, place, expect)}`,
        ...by,
      };
      if (limits.isBeyondLimit) {
        return open;
      }
    }
    yield;
  }
  return open ?? { outcome: 'passed', actual: '' };
}
