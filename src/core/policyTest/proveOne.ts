import { rulesKnownTo } from '../order/comparisonGroups.ts';
import { knownPoint, rulesApplyingTo, rulesAsMetBy } from '../order/rulesApplyingTo.ts';
import { connectionPoint } from '../order/policyDecision.ts';
import { decidedAt, decidesWords, listFor, namedRules, placedRule } from './decidedBy.ts';
import { meetsAll, type Expectation } from './expect/expectation.ts';
import type { Subject } from './policyTest.ts';
import type { Proof } from './testResult.ts';
import type { TestedPolicy } from './testedPolicy.ts';

type One = Extract<Subject, { kind: 'resource' | 'connection' }>;

/** What is decided for one resource: it passes where every rule that may decide does what is expected. */
export function proveOne(policy: TestedPolicy, subject: One, expect: Expectation): Proof {
  const isConnection = subject.kind === 'connection';
  const list = listFor(policy, isConnection ? subject.from : undefined);
  const point = isConnection ? connectionPoint(subject.connection) : knownPoint(subject.resource);
  const acting = list.isOff ? [] : list.rules;
  const rules = isConnection ? rulesKnownTo(acting, subject.connection.to.type) : rulesAsMetBy(acting, point);
  const places = rulesApplyingTo(rules, point);
  const answers = places.map((place) => meetsAll(expect, decidedAt(list, place)));
  if (answers.every((answer) => answer === true)) {
    return { outcome: 'passed', actual: '' };
  }
  const [first] = places;
  const rule = first === undefined ? {} : { rule: placedRule(list, first) };
  if (places.length === 1) {
    return {
      outcome: answers[0] === false ? 'failed' : 'unknown',
      actual: decidesWords(list, first, expect),
      ...rule,
    };
  }
  const may = `unknown which rule applies: ${namedRules(list, places)} may`;
  return {
    outcome: answers.every((answer) => answer === false) ? 'failed' : 'unknown',
    actual: may,
    ...rule,
  };
}
