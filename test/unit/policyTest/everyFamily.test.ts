import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { fromPlain, type JsonObject } from '../../../src/core/json/json.ts';
import type { ExampleResource } from '../../../src/core/order/example.ts';
import type { ResourceList } from '../../../src/core/policy/collections.ts';
import { policyKinds, type PolicyKind } from '../../../src/core/policy/families.ts';
import { readTests } from '../../../src/core/policyTest/readTests.ts';
import { runTest } from '../../../src/core/policyTest/runTest.ts';
import { testedPolicy, type TestResult } from '../../../src/core/policyTest/policyTest.ts';
import { differing, isIn, resourceOf, type Collection, type Resource } from '../order/byHand.ts';
import { familyRulesOf } from '../order/familyRules.ts';
import { runsOf } from '../order/runs.ts';
import { must } from '../order/truth.ts';

const positive = ['*', 'a*', '*a', '*b*', 'b', 'A', 'ab'];
const negative = ['-a', '-*b', '-b*', '-c'];
const lists = (list: ResourceList): fc.Arbitrary<readonly string[]> =>
  fc
    .tuple(
      fc.array(fc.constantFrom(...positive), { minLength: 1, maxLength: 2 }),
      fc.array(fc.constantFrom(...negative), { maxLength: 1 }),
    )
    .map(([some, no]) => (list === 'labels' ? some : [...no, ...some]));

const values = differing([...positive, ...negative.map((one) => one.slice(1))]);
const few = differing(positive);

interface Drawn {
  readonly enabled: boolean;
  readonly named: readonly number[];
  readonly body: number;
}

function run(
  kind: PolicyKind,
  rules: readonly Drawn[],
  drawn: readonly Collection[],
  one: object,
): TestResult {
  const { bodies } = familyRulesOf(kind);
  const document = fromPlain({
    rules: rules.map(({ enabled, named, body }, index) => ({
      name: `rule ${index}`,
      ...(enabled ? {} : { disabled: true }),
      collections: named.map((place) => ({ name: `c${place % drawn.length}` })),
      ...must(bodies[body % bodies.length]),
    })),
  }) as JsonObject;
  const collections = new Map(drawn.map((collection, place) => [`c${place}`, collection]));
  const { tests, problems } = readTests({ policy: kind.name, tests: [{ name: 'a', ...one }] });
  assert.deepEqual(problems, []);
  return runTest(testedPolicy(kind, document, collections), must(tests[0]));
}

const kinds = policyKinds.filter(({ scopeLists }) => scopeLists.length > 0);

for (const kind of kinds) {
  test(`${kind.name}: a test passes where asking every resource shows it, and a counterexample is one`, () => {
    const looksAt = kind.scopeLists.toSorted((a, b) => Number(a === 'labels') - Number(b === 'labels'));
    const [one, other] = [must(looksAt[0]), must(looksAt[1])];
    const valuesOf = (list: ResourceList): readonly string[] =>
      list === 'labels' ? few.flatMap((a) => few.map((b) => `${a}\n${b}`)) : values;
    const resources: readonly Resource[] = valuesOf(one).flatMap((a) =>
      valuesOf(other).map((b) => ({ [one]: a, [other]: b })),
    );
    const patterned = fc.oneof(
      fc.record({ [one]: lists(one) }),
      fc.record({ [other]: lists(other) }),
      fc.record({ [one]: lists(one), [other]: lists(other) }),
    );
    const rules = fc.array(
      fc.record({
        enabled: fc.nat(6).map((at) => at > 0),
        named: fc.array(fc.nat(4), { minLength: 1, maxLength: 3 }),
        body: fc.nat(2),
      }),
      { minLength: 1, maxLength: 7 },
    );
    const { bodies, expectations } = familyRulesOf(kind);
    fc.assert(
      fc.property(
        fc.array(patterned, { minLength: 2, maxLength: 5 }),
        rules,
        patterned,
        fc.option(fc.nat(4), { nil: undefined }),
        fc.nat(99),
        (drawn, written, asked, collection, chosen) => {
          const decider = (resource: Resource): number =>
            written.findIndex(
              ({ enabled, named }) =>
                enabled && named.some((place) => isIn(must(drawn[place % drawn.length]), resource)),
            );
          const { expect, of, none } = must(expectations[chosen % expectations.length]);
          const meets = (resource: Resource): boolean => {
            const place = decider(resource);
            return place === -1 ? none : must(of[must(written[place]).body % bodies.length]);
          };
          const place = collection === undefined ? undefined : collection % drawn.length;
          const isMeant = (resource: Resource): boolean =>
            isIn(asked, resource) && (place === undefined || isIn(must(drawn[place]), resource));
          const every = { ...asked, ...(place === undefined ? {} : { collections: [`c${place}`] }) };
          const result = run(kind, written, drawn, { every, expect });
          const meant = resources.filter(isMeant);
          assert.equal(result.outcome, meant.length > 0 && meant.every(meets) ? 'passed' : 'failed');
          assert.equal(result.holds, result.outcome === 'passed');
          if (result.outcome === 'failed' && meant.length > 0) {
            const shown = resourceOf(result.example as ExampleResource);
            assert.ok(isMeant(shown) && !meets(shown), 'the counterexample');
            assert.equal(result.rule?.index ?? -1, decider(shown));
          }
        },
      ),
      { numRuns: runsOf(60) },
    );
  });
}
