import { RegionLimits, rulesApplyingIn, findCommonPart } from '../order/rulesApplyingIn.ts';
import {
  expectationWords,
  meetsAll,
  unmetWords,
  type ApplyingRule,
  type Expectation,
} from './expect/expectation.ts';
import {
  type PolicyTest,
  type Side,
  type Subject,
  missingWords,
  type MissingName,
  type PlacedRule,
  type Proof,
  type TestResult,
  type TestedPolicy,
} from './policyTest.ts';
import { closest } from '../util/closest.ts';
import { defined } from '../util/defined.ts';
import { effectWords } from '../order/effect/effectWords.ts';
import { exampleAt, exampleWords } from '../order/example.ts';
import { namedRuleAt, ruleAt } from '../order/ruleFindings.ts';
import { regionsOf } from './regionOf.ts';
import { rulesApplyingTo, rulesMetBy } from '../order/rulesApplyingTo.ts';
import { actingRules, type ListOrder } from '../order/orderReader.ts';

/** Runs one test on a policy. A test without a proof does not pass. */
export function runTest(policy: TestedPolicy, test: PolicyTest, limits = new RegionLimits()): TestResult {
  const { subject, expect, allowsUnknown } = test;
  const missing = missingIn(policy, test);
  const [first] = missing;
  const proof: Proof = first
    ? { outcome: 'failed', actual: missingWords(first), missing }
    : prove(policy, test, limits);
  const expected = subject.kind === 'order' ? 'this order' : expectationWords(expect);
  const { outcome } = proof;
  return {
    ...proof,
    expected,
    holds: outcome === 'passed' || (outcome === 'unknown' && allowsUnknown),
  };
}

function prove(policy: TestedPolicy, { subject, expect }: PolicyTest, limits: RegionLimits): Proof {
  switch (subject.kind) {
    case 'resource':
    case 'connection':
      return proveOne(policy, subject, expect);
    case 'every':
    case 'every-connection':
      return proveEvery(policy, subject, expect, limits);
    case 'order':
    default:
      return proveOrder(policy, subject.rules, limits);
  }
}

/** A test about a missing rule or collection would pass without any meaning. `All` always exists. */
function missingIn(
  { lists, collections }: TestedPolicy,
  { subject, expect }: PolicyTest,
): readonly MissingName[] {
  const rules = lists.flatMap((list) => list.rules.map(({ name }) => name));
  const known = [...collections.keys(), 'All'];
  return [
    ...missingOf('rule', [...expect.names, ...(subject.kind === 'order' ? subject.rules : [])], rules),
    // Without any collection, the collections of the console are unknown.
    ...missingOf('collection', collections.size > 0 ? collectionsOf(subject) : [], known),
  ];
}

function missingOf(
  what: MissingName['of'],
  names: readonly string[],
  known: readonly string[],
): readonly MissingName[] {
  return [...new Set(names)]
    .filter((name) => !known.includes(name))
    .map((name) => defined({ of: what, name, meant: closest(name, known) }));
}

function collectionsOf(subject: PolicyTest['subject']): readonly string[] {
  if (subject.kind === 'every') {
    return subject.resources.collections;
  }
  return subject.kind === 'every-connection'
    ? [subject.source, subject.destination].flatMap((end) => ('collections' in end ? end.collections : []))
    : [];
}

type Every = Extract<Subject, { kind: 'every' | 'every-connection' }>;

/** Passes with a proof for the whole region, which must not be empty; one counterexample is enough to fail. */
function proveEvery(policy: TestedPolicy, subject: Every, expect: Expectation, limits: RegionLimits): Proof {
  const isConnection = subject.kind === 'every-connection';
  const list = listFor(policy, isConnection ? subject.source.type : undefined);
  const acting = actingRules(list);
  const regions = regionsOf(policy, subject);
  if (regions.every((region) => limits.isNothing(region))) {
    return { outcome: 'failed', actual: 'the subject is empty: no resource can match it' };
  }
  let open: Proof | undefined;
  for (const region of regions) {
    const group = isConnection ? subject.destination.type : undefined;
    for (const { rule: place, example } of rulesApplyingIn(acting, region, limits, group)) {
      const answer = meetsAll(expect, applyingRuleAt(list, place));
      if (answer === true) {
        continue;
      }
      const by = place === undefined ? {} : { rule: placedRule(list, place) };
      if (answer === false && example) {
        const shown = exampleAt(policy.kind, example);
        const actual = `${appliesWords(list, place, expect)}. For example: ${exampleWords(shown)}`;
        return { outcome: 'failed', actual, example: shown, ...by };
      }
      open ??= {
        outcome: 'unknown',
        actual: appliesWords(list, place, expect, example ? 'applies' : 'may apply to some of it'),
        ...by,
      };
      if (limits.isBeyondLimit) {
        return open;
      }
    }
  }
  return open ?? { outcome: 'passed', actual: '' };
}

type One = Extract<Subject, { kind: 'resource' | 'connection' }>;

/** Passes for one resource when every rule that may apply meets the expectation. */
function proveOne(policy: TestedPolicy, subject: One, expect: Expectation): Proof {
  const isConnection = subject.kind === 'connection';
  const list = listFor(policy, isConnection ? subject.from : undefined);
  const { rules, point } = rulesMetBy(list, isConnection ? subject.connection : subject.resource);
  const places = rulesApplyingTo(rules, point);
  const answers = places.map((place) => meetsAll(expect, applyingRuleAt(list, place)));
  if (answers.every((answer) => answer === true)) {
    return { outcome: 'passed', actual: '' };
  }
  const [first] = places;
  const rule = first === undefined ? {} : { rule: placedRule(list, first) };
  if (places.length === 1) {
    return {
      outcome: answers[0] === false ? 'failed' : 'unknown',
      actual: appliesWords(list, first, expect),
      ...rule,
    };
  }
  return {
    outcome: answers.every((answer) => answer === false) ? 'failed' : 'unknown',
    actual: `one of these applies: ${namedRules(list, places)}`,
    ...rule,
  };
}

/** Passes when each rule is above the rules listed after it, except for pairs that share no resource. */
function proveOrder(policy: TestedPolicy, names: readonly string[], limits: RegionLimits): Proof {
  // Several lists can have rules with these names; the order must be right in each list.
  const lists = policy.lists.filter(({ rules }) => rules.some(({ name }) => name === names[0]));
  if (lists.length === 0) {
    return { outcome: 'failed', actual: 'there is no such rule' };
  }
  const proofs = lists.map((list) => proveIn(policy, list, names, limits));
  return (
    proofs.find(({ outcome }) => outcome === 'failed') ??
    proofs.find(({ outcome }) => outcome !== 'passed') ?? { outcome: 'passed', actual: '' }
  );
}

function proveIn(
  policy: TestedPolicy,
  list: ListOrder,
  names: readonly string[],
  limits: RegionLimits,
): Proof {
  const places = names.map((name) => placesOf(list, name));
  const problem = problemOf(policy, list, names, places);
  if (problem !== undefined) {
    return { outcome: 'failed', actual: problem };
  }
  let open: Proof | undefined;
  for (const [at, [upper]] of places.entries()) {
    for (const [lower] of places.slice(at + 1)) {
      const proof =
        upper !== undefined && lower !== undefined ? provePair(list, upper, lower, limits) : undefined;
      if (proof?.outcome === 'failed') {
        return proof;
      }
      open ??= proof;
    }
  }
  return open ?? { outcome: 'passed', actual: '' };
}

function placesOf({ rules }: ListOrder, name: string): readonly number[] {
  return [...rules.keys()].filter((place) => rules[place]?.name === name);
}

function problemOf(
  { lists }: TestedPolicy,
  { rules, array }: ListOrder,
  names: readonly string[],
  places: readonly (readonly number[])[],
): string | undefined {
  for (const [at, [place, second]] of places.entries()) {
    const name = names[at] ?? '';
    if (place === undefined) {
      return `"${name}" is in another list: there is no order between ${lists.map((list) => list.array).join(' and ')}`;
    }
    if (second !== undefined) {
      return `${array} has more than one rule "${name}"`;
    }
    if (rules[place]?.enabled === false) {
      return `"${name}" is disabled, so it never applies`;
    }
  }
  return undefined;
}

/** Undefined when the order of the pair is right. */
function provePair(list: ListOrder, upper: number, lower: number, limits: RegionLimits): Proof | undefined {
  const [upperRule, lowerRule] = [list.rules[upper], list.rules[lower]];
  if (upper < lower || !upperRule || !lowerRule) {
    return undefined;
  }
  const shared = findCommonPart(upperRule, lowerRule, limits);
  if (shared.kind === 'nothing') {
    return undefined;
  }
  const above = `${namedRule(list, lower)} is above ${namedRule(list, upper)}`;
  const rule = placedRule(list, lower);
  if (shared.kind !== 'something') {
    return { outcome: 'unknown', actual: `${above}, and they may share resources`, rule };
  }
  const example = shared.example && exampleAt(list.kind, shared.example);
  const what = example ? exampleWords(example) : `resources of the collection "${shared.collection}"`;
  return { outcome: 'failed', actual: `${above}, and both match ${what}`, rule, ...(example && { example }) };
}

/** Returns the list with the rule that applies: a network policy has one for containers and one for hosts. */
function listFor({ lists }: TestedPolicy, from?: Side): ListOrder {
  const list = from === undefined ? lists[0] : lists.find(({ array }) => array === `${from}Rules`);
  if (!list) {
    throw new TypeError('a policy has a list of rules');
  }
  return list;
}

function applyingRuleAt(list: ListOrder, place: number | undefined): ApplyingRule {
  const rule = ruleAt(list, place);
  return place === undefined || !rule ? undefined : { name: namedRuleAt(list, place).name, rule };
}

function placedRule(list: ListOrder, place: number): PlacedRule {
  return { array: list.array, ...namedRuleAt(list, place) };
}

/**
 * `"payments" (#3) applies: blocks from high`; an unmet clause replaces the action: `… applies: check 41:
 * alert`.
 */
function appliesWords(
  list: ListOrder,
  place: number | undefined,
  expect: Expectation,
  applies = 'applies',
): string {
  const effect =
    unmetWords(expect, applyingRuleAt(list, place)) ?? effectWords(list.kind, ruleAt(list, place));
  return `${place === undefined ? 'no rule' : namedRule(list, place)} ${applies}: ${effect}`;
}

function namedRule(list: ListOrder, place: number): string {
  const { name, index } = namedRuleAt(list, place);
  return name === '' ? `rule #${index + 1}` : `"${name}" (#${index + 1})`;
}

/** `"a" (#1), "b" (#2) or 3 more`. */
function namedRules(list: ListOrder, places: readonly (number | undefined)[]): string {
  const names = places.map((place) => (place === undefined ? 'none' : namedRule(list, place)));
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
  return shown.length < 2 ? (shown[0] ?? 'none') : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}
