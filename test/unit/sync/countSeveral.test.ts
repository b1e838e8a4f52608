import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPlain } from '../../../src/core/json/json.ts';
import { policyDecisionChanges } from '../../../src/core/order/policyDecisionChanges.ts';
import { OrderReader } from '../../../src/core/order/orderReader.ts';
import { policyKinds, type PolicyKind } from '../../../src/core/policy/families.ts';
import { countAffected, type AffectedQuery } from '../../../src/core/sync/countAffected.ts';
import { isCanceled } from '../../../src/core/util/errors.ts';
import { asObject } from '../policy/policyArbitraries.ts';

const collections = new Map([
  ['All', {}],
  ['a', { images: ['a*'] }],
  ['b', { images: ['b*'] }],
]);

const kindOf = (name: string): PolicyKind => {
  const kind = policyKinds.find((one) => one.name === name);
  assert.ok(kind);
  return kind;
};
const images = kindOf('vulnerability/images');
const containers = kindOf('compliance/container');

type Rule = readonly [name: string, collection: string, block: number];

const document = (rules: readonly Rule[]) =>
  asObject(
    fromPlain({
      rules: rules.map(([name, collection, value]) => ({
        name,
        collections: [{ name: collection }],
        blockThreshold: { enabled: true, value },
      })),
    }),
  );

function planned(kind: PolicyKind, before: readonly Rule[], after: readonly Rule[]) {
  const [live, next] = [document(before), document(after)];
  const reader = new OrderReader(kind, collections);
  const decisionChanges = policyDecisionChanges(reader.read(live), reader.read(next));
  return { kind, plan: { live, next, decisionChanges } };
}

/** Each rule has so many images, which no other one has. */
function listing(each: number) {
  const asked: string[] = [];
  const impacted: AffectedQuery['impacted'] = {
    async *resources({ name }, rule) {
      asked.push(`${name} ${rule}`);
      yield {
        rows: Array.from({ length: each }, (_, at) => ({
          id: `${rule} ${at}`,
          name: `${rule.at(-1)}${at}`,
          kind: 'image' as const,
          places: [{ images: [`${rule.at(-1)}${at}`] }],
        })),
      };
    },
  };
  return { asked, impacted };
}

const strict: readonly Rule[] = [
  ['of a', 'a', 4],
  ['of b', 'b', 4],
];
const weaker: readonly Rule[] = [
  ['of a', 'a', 9],
  ['of b', 'b', 9],
];

test('each policy is counted by itself, those where something becomes weaker first', async () => {
  const { asked, impacted } = listing(3);
  const told: string[] = [];
  const reports = await countAffected({
    policies: [planned(images, weaker, strict), planned(images, strict, weaker)],
    collections,
    impacted,
    onProgress: (kind, rule) => told.push(`${kind.name} ${rule}`),
  });
  assert.deepEqual(
    reports.map(({ report }) => [report.counts.weaker, report.counts.kept]),
    [
      [6, 6],
      [0, 6],
    ],
  );
  assert.equal(asked.length, 4);
  assert.deepEqual([...new Set(told)], [...new Set(asked)]);
});

test('no more is asked for together than for one policy, and what is left out is named', async () => {
  const policies = [planned(images, strict, weaker), planned(containers, strict, [...strict].toReversed())];
  const other = planned(images, weaker, strict);
  const rules = listing(1);
  const few = await countAffected({
    policies: [...policies, other],
    collections,
    impacted: rules.impacted,
    limits: { rules: 3, resources: 100 },
  });
  assert.equal(rules.asked.length, 3);
  assert.deepEqual(
    few.map(({ report }) => report.leftOut.beyond.map(({ name }) => name)),
    [[], [], ['of b']],
  );
  const resources = listing(5);
  const some = await countAffected({
    policies: [policies[0] ?? other, other],
    collections,
    impacted: resources.impacted,
    limits: { rules: 50, resources: 10 },
  });
  assert.equal(resources.asked.length, 2);
  assert.deepEqual(
    some.map(({ report }) => report.leftOut.beyond.map(({ name }) => name)),
    [[], ['of a', 'of b']],
  );
});

test('without a rule left not even one for everything is asked about', async () => {
  const rules: readonly Rule[] = [...strict, ['of all', 'All', 4]];
  const { asked, impacted } = listing(1);
  const reports = await countAffected({
    policies: [
      planned(images, strict, weaker),
      planned(
        images,
        rules,
        rules.map(([name, of]) => [name, of, 1]),
      ),
    ],
    collections,
    impacted,
    limits: { rules: 2, resources: 100 },
  });
  assert.deepEqual(asked, ['vulnerability/images of a', 'vulnerability/images of b']);
  assert.ok((reports[1]?.report.leftOut.beyond.length ?? 0) > 0);
});

test('canceled between two policies, nothing more is asked', async () => {
  const { asked, impacted } = listing(1);
  const controller = new AbortController();
  const counting = countAffected({
    policies: [planned(images, strict, weaker), planned(images, weaker, strict)],
    collections,
    impacted,
    signal: controller.signal,
    onProgress: (_kind, rule, _at, _of, found) => {
      if (rule === 'of b' && found === 2) {
        controller.abort();
      }
    },
  });
  await assert.rejects(counting, isCanceled);
  assert.equal(asked.length, 2);
});
