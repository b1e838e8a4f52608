import { thresholdsOf } from '../order/effect/thresholds.ts';
import { exampleAt, singular } from '../order/example.ts';
import { RegionLimits, rulesApplyingIn, findCommonPart } from '../order/rulesApplyingIn.ts';
import { rulesApplyingTo, rulesMetBy, type KnownResource } from '../order/rulesApplyingTo.ts';
import { reachOf } from '../order/orderedRule.ts';
import { ruleAt } from '../order/ruleFindings.ts';
import type { ListOrder } from '../order/orderReader.ts';
import type { Point } from '../order/scope.ts';
import { resourceLists } from '../policy/collections.ts';
import { severityWord } from './expect/severity.ts';
import { readTests } from './readTests.ts';
import { runTest } from './runTest.ts';
import type { TestedPolicy } from './policyTest.ts';

/** A test as plain data, before it is written. */
export type WrittenTest = Readonly<Record<string, unknown>> & { readonly name: string };

/** Returns the decision for a resource as a test; undefined where it is uncertain or the rule has no name. */
export function testOfResource(policy: TestedPolicy, resource: KnownResource): WrittenTest | undefined {
  const [list] = policy.lists;
  if (!list) {
    return undefined;
  }
  const { rules, point } = rulesMetBy(list, resource);
  const [place, ...more] = rulesApplyingTo(rules, point);
  const rule = list.rules[place ?? -1];
  if (more.length > 0 || rule?.name === '') {
    return undefined;
  }
  const plain = plainResource(resource);
  const what = Object.values(plain).flat().filter(Boolean).join(' ');
  const test = {
    name: `${what}: ${rule?.name ?? 'no rule'}`,
    resource: plain,
    expect:
      rule && place !== undefined ? { rule: rule.name, ...effectExpected(list, place) } : 'no rule applies',
  };
  return passes(policy, test) ? test : undefined;
}

/** Returns passing tests about a rule: all of its collections, an example, and its position. */
export function testsOfRule(policy: TestedPolicy, array: string, index: number): readonly WrittenTest[] {
  const list = policy.lists.find((other) => other.array === array);
  const rule = list?.rules[index];
  if (!list || !rule || rule.name === '') {
    return [];
  }
  const { name } = rule;
  const collections = rule.scopes.map((scope) => scope.name);
  const effect = effectExpected(list, index);
  const tests: WrittenTest[] = [];
  if (!policy.kind.isNetwork) {
    const every = { collections };
    tests.push({
      name: `rule "${name}" applies to everything in its collections`,
      every,
      expect: { rule: name },
    });
    if (effect) {
      tests.push({ name: actionName(name, effect.blocks), every, expect: effect });
    }
    const example = exampleOf(list, index);
    if (example) {
      const resource = { ...noneOf(policy), ...exampleAt(policy.kind, example) };
      tests.push({
        name: `rule "${name}" applies to an example`,
        resource,
        expect: { rule: name, ...effect },
      });
    }
  }
  const limits = new RegionLimits();
  const below = list.rules.find(
    (other, place) =>
      place > index && other.enabled && findCommonPart(rule, other, limits).kind === 'something',
  );
  if (below && below.name !== '') {
    tests.push({ name: `rule "${name}" stays above "${below.name}"`, order: [name, below.name] });
  }
  return tests.filter((test) => passes(policy, test));
}

function actionName(rule: string, blocks: string): string {
  if (blocks === 'never') {
    return `nothing in the collections of "${rule}" is blocked`;
  }
  const from = blocks === 'everything' ? '' : ` from ${blocks}`;
  return `everything in the collections of "${rule}" is blocked${from}`;
}

/** Returns the severity from which a rule for vulnerabilities blocks. */
function effectExpected(list: ListOrder, place: number): { readonly blocks: string } | undefined {
  const rule = list.kind.decidesBy === 'thresholds' ? ruleAt(list, place) : undefined;
  const from = rule && severityWord(thresholdsOf(list.kind, rule).blockFrom);
  return from === undefined ? undefined : { blocks: from };
}

/** Returns a resource to which the rule applies. */
function exampleOf(list: ListOrder, index: number): Point | undefined {
  for (const scope of list.rules[index]?.scopes ?? []) {
    const region = { boxes: [reachOf(scope)], isExact: scope.box !== undefined, within: scope.name };
    for (const { rule, example } of rulesApplyingIn(list.rules, region, new RegionLimits(2_000_000))) {
      if (rule === index && example) {
        return example;
      }
    }
  }
  return undefined;
}

/** Returns an empty text for every list, because an example has no names beyond its own. */
function noneOf({ kind }: TestedPolicy): Readonly<Record<string, string>> {
  return Object.fromEntries(kind.scopeLists.map((list) => [singular[list], '']));
}

function plainResource(resource: KnownResource): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    resourceLists.flatMap((list) => {
      const values = resource[list];
      const [only = '', ...more] = values ?? [];
      return values === undefined ? [] : [[singular[list], more.length > 0 ? values : only]];
    }),
  );
}

/** The test is readable and passes on the policy as it is. */
function passes(policy: TestedPolicy, test: WrittenTest): boolean {
  const { tests, problems } = readTests({ policy: policy.kind.name, tests: [test] });
  const [read] = tests;
  return problems.length === 0 && read !== undefined && runTest(policy, read).outcome === 'passed';
}
