import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'node:test';
import { fromPlain, type JsonObject } from '../../../src/core/json/json.ts';
import type { ExampleResource } from '../../../src/core/order/example.ts';
import type { OrderCode } from '../../../src/core/order/orderAnalysis.ts';
import { findingsOf, ruleFindingsOf } from './freshAnalysis.ts';
import { policyDecisionChanges } from '../../../src/core/order/policyDecisionChanges.ts';
import { decisionFor } from '../../../src/core/order/policyDecision.ts';
import { OrderReader } from '../../../src/core/order/orderReader.ts';
import type { ResourceList } from '../../../src/core/policy/collections.ts';
import { policyKinds, type PolicyKind } from '../../../src/core/policy/families.ts';
import { differing, isIn, resourceOf, type Collection, type Resource } from './byHand.ts';
import { familyRulesOf } from './familyRules.ts';
import { policiesWanted } from './runs.ts';
import { must } from './truth.ts';
import { plainChange } from '../../../src/core/order/effect/change.ts';

const positive = ['*', 'a*', '*a', '*b*', 'b', 'A', 'ab'];
const negative = ['-a', '-*b', '-b*', '-c'];
const lists = (list: ResourceList): fc.Arbitrary<readonly string[]> =>
  fc
    .tuple(
      fc.array(fc.constantFrom(...positive), { minLength: 1, maxLength: 2 }),
      fc.array(fc.constantFrom(...negative), { maxLength: 1 }),
    )
    // Of several labels it is documented nowhere what one that is taken away means.
    .map(([some, no]) => (list === 'labels' ? some : [...no, ...some]));

interface Drawn {
  readonly enabled: boolean;
  readonly named: readonly number[];
  readonly body: number;
}

const values = differing([...positive, ...negative.map((one) => one.slice(1))]);
/** Of labels, of which there may be two, and none is taken away. */
const few = differing(positive);

class World {
  readonly collections: readonly Collection[];
  readonly rules: readonly Drawn[];
  readonly resources: readonly Resource[];
  readonly deciders: readonly number[];

  constructor(collections: readonly Collection[], rules: readonly Drawn[], resources: readonly Resource[]) {
    this.collections = collections;
    this.rules = rules;
    this.resources = resources;
    this.deciders = resources.map((resource) => this.decider(resource));
  }

  takes({ enabled, named }: Drawn, resource: Resource): boolean {
    return enabled && named.some((place) => isIn(this.collection(place), resource));
  }

  collection(place: number): Collection {
    return must(this.collections[place % this.collections.length]);
  }

  decider(resource: Resource, without = -1): number {
    return this.rules.findIndex((rule, place) => place !== without && this.takes(rule, resource));
  }
}

function documentOf(kind: PolicyKind, count: number, rules: readonly Drawn[]): JsonObject {
  const { bodies } = familyRulesOf(kind);
  return fromPlain({
    rules: rules.map(({ enabled, named, body }, index) => ({
      name: `rule ${index}`,
      ...(enabled ? {} : { disabled: true }),
      collections: named.map((place) => ({ name: `c${place % count}` })),
      ...must(bodies[body % bodies.length]),
    })),
  }) as JsonObject;
}

const placeCodes: readonly OrderCode[] = [
  'shadowed-rule',
  'redundant-rule',
  'partly-shadowed-rule',
  'unneeded-rule',
];

function check(kind: PolicyKind, world: World): void {
  const { rules, resources, deciders } = world;
  const { bodies } = familyRulesOf(kind);
  const body = (place: number): number | undefined =>
    place === -1 ? undefined : must(rules[place]).body % bodies.length;
  const reader = new OrderReader(
    kind,
    new Map(world.collections.map((collection, place) => [`c${place}`, collection])),
  );
  const [list] = reader.read(documentOf(kind, world.collections.length, rules));
  const order = must(list);
  for (const [at, resource] of resources.entries()) {
    const known = Object.fromEntries(
      kind.scopeLists.map((name) => [name, (resource[name] ?? '').split('\n')]),
    );
    const decided = decisionFor(order, known);
    assert.deepEqual([decided.rule?.index ?? -1, decided.mayApply], [deciders[at], []]);
  }
  const analysis = findingsOf(order);
  assert.deepEqual(analysis.notAnalyzed, []);
  const findings = ruleFindingsOf(order, analysis);
  for (const [place, rule] of rules.entries()) {
    const of = (...codes: readonly OrderCode[]) =>
      findings.filter((one) => one.rule.index === place && codes.includes(one.code));
    const isEmpty = (one: number): boolean =>
      resources.every((resource) => !isIn(world.collection(one), resource));
    const empty = rule.enabled ? rule.named.filter(isEmpty) : [];
    assert.deepEqual(
      new Set(of('empty-collection').map(({ collection }) => collection?.name)),
      new Set(empty.map((one) => `c${one % world.collections.length}`)),
    );
    if (rule.named.every(isEmpty)) {
      assert.equal(of(...placeCodes).length, 0, 'no rule above is the cause');
      continue;
    }
    const own = [...resources.keys()].filter((at) => world.takes(rule, must(resources[at])));
    const isDead = rule.enabled && own.every((at) => deciders[at] !== place);
    const isAlike = own.every((at) => body(must(deciders[at])) === body(place));
    assert.equal(of('shadowed-rule').length, Number(isDead && !isAlike), 'dead');
    assert.equal(of('redundant-rule').length, Number(isDead && isAlike), 'redundant');
    if (isDead || !rule.enabled) {
      for (const { example, instead } of of('shadowed-rule')) {
        const shown = resourceOf(example as ExampleResource);
        const by = world.decider(shown);
        assert.ok(world.takes({ ...rule, enabled: true }, shown) && body(by) !== body(place), 'witness');
        assert.ok(instead && instead.difference.change !== plainChange.same);
      }
      continue;
    }
    const changes = own.some(
      (at) => deciders[at] === place && body(world.decider(must(resources[at]), place)) !== body(place),
    );
    assert.equal(of('unneeded-rule').length, Number(!changes), 'no effect');
    const taken = new Set(
      rule.named
        .filter((one) => !isEmpty(one))
        .filter((one) =>
          resources.every(
            (resource, at) =>
              !isIn(world.collection(one), resource) || (deciders[at] !== -1 && must(deciders[at]) < place),
          ),
        )
        .map((one) => `c${one % world.collections.length}`),
    );
    assert.deepEqual(new Set(of('partly-shadowed-rule').map(({ collection }) => collection?.name)), taken);
  }
}

function checkConsequences(kind: PolicyKind, before: World, order: readonly number[]): void {
  const after = new World(
    before.collections,
    order.map((place) => must(before.rules[place])),
    before.resources,
  );
  const count = before.collections.length;
  const reader = new OrderReader(
    kind,
    new Map(before.collections.map((collection, place) => [`c${place}`, collection])),
  );
  const [old, all] = [
    documentOf(kind, count, before.rules),
    documentOf(kind, count, before.rules).get('rules'),
  ];
  assert.ok(Array.isArray(all));
  const now: JsonObject = new Map([['rules', order.map((place) => must(all[place]))]]);
  const { decisions, decisionsChange, isComplete } = policyDecisionChanges(
    reader.read(old),
    reader.read(now),
  );
  assert.ok(isComplete);
  const happens = new Set(
    before.resources
      .map((_, at) => [before.deciders[at] ?? -1, order[after.deciders[at] ?? -1] ?? -1] as const)
      .filter(([from, to]) => from !== to)
      .map((pair) => pair.join(' ')),
  );
  assert.equal(decisionsChange, happens.size > 0);
  const told = decisions.map(({ from, to }) => `${from?.index ?? -1} ${to ? order[to.index] : -1}`);
  assert.deepEqual(new Set(told), happens);
  for (const { from, to, example } of decisions) {
    const shown = resourceOf(example as ExampleResource);
    assert.deepEqual([before.decider(shown), after.decider(shown)], [from?.index ?? -1, to?.index ?? -1]);
  }
}

const kinds = policyKinds.filter(({ scopeLists }) => scopeLists.length > 0);

for (const kind of kinds) {
  test(`${kind.name}: what is said is so, what is so is said, and every example is one`, () => {
    const [first, second] = kind.scopeLists.toSorted(
      (a, b) => Number(a === 'labels') - Number(b === 'labels'),
    );
    const [one, other] = [must(first), must(second)];
    const valuesOf = (list: ResourceList): readonly string[] =>
      list === 'labels' ? few.flatMap((a) => few.map((b) => `${a}\n${b}`)) : values;
    const resources = valuesOf(one).flatMap((a) => valuesOf(other).map((b) => ({ [one]: a, [other]: b })));
    const collections = fc.array(
      fc.oneof(
        fc.record({ [one]: lists(one) }),
        fc.record({ [other]: lists(other) }),
        fc.record({ [one]: lists(one), [other]: lists(other) }),
      ),
      { minLength: 2, maxLength: 5 },
    );
    const rules = fc.array(
      fc.record({
        enabled: fc.nat(6).map((at) => at > 0),
        named: fc.array(fc.nat(4), { minLength: 1, maxLength: 3 }),
        body: fc.nat(2),
      }),
      { minLength: 1, maxLength: 7 },
    );
    fc.assert(
      fc.property(collections, rules, fc.nat(99), fc.nat(99), fc.nat(9), (drawn, written, from, to, gone) => {
        const world = new World(drawn, written, resources);
        check(kind, world);
        const order = [...written.keys()];
        const [moved = 0] = order.splice(from % order.length, 1);
        order.splice(to % written.length, 0, moved);
        checkConsequences(
          kind,
          world,
          order.filter((place) => place !== gone),
        );
      }),
      { numRuns: Math.ceil(policiesWanted / kinds.length) },
    );
  });
}
