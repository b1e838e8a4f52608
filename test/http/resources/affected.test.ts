import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPlain, isJsonObject, type JsonObject, toPlain } from '../../../src/core/json/json.ts';
import {
  resourceLists,
  type KnownCollections,
  type ResourceNames,
} from '../../../src/core/policy/collections.ts';
import { matchesCollection } from '../../../src/sandbox/impactedRoutes.ts';
import { policyKind, type PolicyKind } from '../../../src/core/policy/families.ts';
import type { ImpactedResource } from '../../../src/core/consoleFile/resources.ts';
import type { AffectedReport } from '../../../src/core/sync/countAffected.ts';
import { countOne } from '../../unit/sync/countOne.ts';
import { isCanceled } from '../../../src/core/util/errors.ts';
import { sandboxClient, type SandboxParts } from '../console/sandboxClient.ts';
import { type Resource, sampleResources as inventory } from '../../../src/sandbox/sandboxState.ts';

interface Rule {
  readonly name: string;
  readonly disabled?: boolean;
  readonly collections: readonly { readonly name: string }[];
}

function kindOf(name: string): PolicyKind {
  const kind = policyKind(name);
  assert.ok(kind, name);
  return kind;
}

/** Of an image: its containers, each of which is decided for. */
const placesOf = (one: Resource): readonly ResourceNames[] =>
  one.names.images && !one.names.containers
    ? inventory.containers.filter(({ names }) => names.images?.[0] === one.name).map(({ names }) => names)
    : [one.names];

function live({ sandbox }: SandboxParts, { name }: PolicyKind): JsonObject {
  return sandbox.state.policies.get(name);
}

const rulesOf = (document: JsonObject): readonly Rule[] =>
  (toPlain(document) as { readonly rules: readonly Rule[] }).rules;

function withRules(document: JsonObject, rules: readonly Rule[]): JsonObject {
  const next = fromPlain({ ...(toPlain(document) as object), rules });
  assert.ok(isJsonObject(next));
  return next;
}

async function collectionsOf({ client }: SandboxParts): Promise<KnownCollections> {
  const list = await client.resources.collections.list();
  return new Map(list.map(({ name, patterns }) => [name, patterns]));
}

/** Asks every resource of the company, one collection after another, without a shortcut. */
function truth(
  of: readonly Resource[],
  collections: KnownCollections,
  [before, after]: readonly [readonly Rule[], readonly Rule[]],
): ReadonlySet<string> {
  const decider = (rules: readonly Rule[], place: ResourceNames): string =>
    rules.find(
      (rule) =>
        rule.disabled !== true &&
        rule.collections.some(({ name }) => matchesCollection(collections.get(name) ?? {}, place)),
    )?.name ?? '-';
  return new Set(
    of.flatMap((one) =>
      placesOf(one).flatMap((place) => {
        const [old, now] = [decider(before, place), decider(after, place)];
        return old === now ? [] : [`${one.name}: ${old} -> ${now}`];
      }),
    ),
  );
}

function told({ affected }: AffectedReport): ReadonlySet<string> {
  return new Set(
    affected.map(({ isSure, resource, before, after }) => {
      assert.ok(isSure, `${resource.name} is not certain`);
      return `${resource.name}: ${before[0]?.rule?.name ?? '-'} -> ${after[0]?.rule?.name ?? '-'}`;
    }),
  );
}

for (const [policy, of] of [
  ['vulnerability/images', 'images'],
  ['compliance/container', 'images'],
  ['vulnerability/host', 'hosts'],
  ['runtime/container', 'containers'],
] as const) {
  test(`what is counted of ${policy} is what asking everything that runs shows`, async (t) => {
    const parts = await sandboxClient(t);
    const { client, sandbox } = parts;
    const kind = kindOf(policy);
    const collections = await collectionsOf(parts);
    const document = live(parts, kind);
    // The last but the rule for everything comes first, one is switched off, one goes.
    const before = rulesOf(document);
    const last = before.at(-2);
    const after = [
      ...(last ? [last] : []),
      ...before
        .slice(0, -2)
        .filter((_, at) => at !== 1)
        .map((rule, at) => (at === 0 ? { ...rule, disabled: true } : rule)),
      ...before.slice(-1),
    ];
    const next = withRules(document, after);
    const already = sandbox.requests.of('GET', '/impacted').length;
    const report = await countOne({
      kind,
      plan: { live: document, next },
      collections,
      impacted: client.resources.impacted,
    });
    const real = truth(inventory[of], collections, [before, after]);
    assert.ok(real.size > 0, 'something changes hands');
    assert.deepEqual(told(report), real);
    assert.deepEqual(report.leftOut, { beyond: [], unlisted: [], nameless: [], others: 0 });
    // One request for each page of each rule.
    const asked = sandbox.requests.of('GET', '/impacted').slice(already);
    const names = new Set(asked.map(({ query }) => new URLSearchParams(query).get('ruleName')));
    assert.equal(names.size, report.asked);
    assert.ok(report.asked <= 3, 'one for each rule that was moved, switched off or taken out');
    assert.ok(asked.length <= report.asked * Math.ceil(inventory[of].length / 50));
  });
}

/** Rules that look at the same ports of everything, for collections that constrain nothing but these lists. */
function waasRules(collections: KnownCollections, lists: readonly string[]): readonly Rule[] {
  const constrained = [...collections].filter(([name, patterns]) => {
    const named = resourceLists.filter((list) => !(patterns[list] ?? ['*']).includes('*'));
    return name !== 'All' && named.length > 0 && named.every((list) => lists.includes(list));
  });
  return [...constrained.slice(-6).map(([name]) => name), 'All'].map((name) => ({
    name: `protect ${name}`,
    collections: [{ name }],
    applicationsSpec: [{ appID: 'a', sqli: { effect: 'alert' } }],
  }));
}

for (const [policy, of, lists] of [
  ['waas/container', 'containers', ['images', 'namespaces', 'hosts', 'labels', 'clusters']],
  ['waas/host', 'hosts', ['hosts', 'labels', 'clusters', 'accountIDs']],
  // Its records say nothing of labels, clusters and accounts.
  ['waas/out-of-band', 'containers', ['hosts']],
] as const) {
  test(`what is counted of ${policy} is what asking everything that runs shows`, async (t) => {
    const parts = await sandboxClient(t);
    const kind = kindOf(policy);
    const [host = ''] = inventory.containers[0]?.names.hosts ?? [];
    await parts.client.resources.collections.add({
      name: 'one-host',
      description: '',

      patterns: { hosts: [host] },
    });
    const collections = await collectionsOf(parts);
    const before = waasRules(collections, lists);
    assert.ok(before.length > 2, 'enough rules');
    const document = withRules(live(parts, kind), before);
    parts.sandbox.state.policies.set(kind.name, document);
    const { impacted } = parts.client.resources;
    const count = async (after: readonly Rule[]): Promise<AffectedReport> =>
      countOne({
        kind,
        plan: { live: document, next: withRules(document, after) },
        collections,
        impacted,
      });
    const after = before.toReversed();
    const report = await count(after);
    const real = truth(inventory[of], collections, [before, after]);
    assert.ok(real.size > 0, 'something changes hands');
    assert.deepEqual(told(report), real);
    // A rule that looks at other ports of the same: it is documented nowhere which of them has its turn.
    const decides = report.affected[0]?.before[0]?.rule?.name;
    const elsewhere = before.map((rule) => (rule.name === decides ? { ...rule, windows: true } : rule));
    const open = await count(elsewhere);
    assert.ok(open.affected.length > 0 && open.affected.every(({ isSure }) => !isSure));
    assert.equal(open.counts.handed + open.counts.kept, 0);
  });
}

test('the sandbox says of each resource where it runs, as it is', async (t) => {
  const parts = await sandboxClient(t);
  for (const [policy, of] of [
    ['vulnerability/images', inventory.images],
    ['vulnerability/host', inventory.hosts],
    ['runtime/container', inventory.containers],
  ] as const) {
    const kind = kindOf(policy);
    const document = withRules(live(parts, kind), [{ name: 'all', collections: [{ name: 'All' }] }]);
    parts.sandbox.state.policies.set(kind.name, document);
    const read: ImpactedResource[] = [];
    for await (const { rows } of parts.client.resources.impacted.resources(kind, 'all')) {
      read.push(...rows);
    }
    const text = (place: ResourceNames): string =>
      JSON.stringify(
        resourceLists
          // Of an image its record does not say what its containers are called, or of any which account it is in.
          .filter((list) => of === inventory.hosts || (list !== 'containers' && list !== 'accountIDs'))
          .map((list) => place[list] ?? []),
      );
    assert.deepEqual(
      new Map(read.map((one) => [one.name, new Set(one.places.map(text))])),
      new Map(of.map((one) => [one.name, new Set(placesOf(one).map(text))])),
    );
  }
});

test('a policy that lists other resources than it decides for counts none of them', async (t) => {
  const parts = await sandboxClient(t);
  const kind = kindOf('compliance/host');
  const document = live(parts, kind);
  const before = rulesOf(document);
  const report = await countOne({
    kind,
    plan: { live: document, next: withRules(document, before.toReversed()) },
    collections: await collectionsOf(parts),
    impacted: parts.client.resources.impacted,
  });
  assert.equal(report.looked, 0);
  assert.ok(report.leftOut.others > 0);
});

test('counting ends where it is canceled, and asks for nothing more', async (t) => {
  const parts = await sandboxClient(t);
  const kind = kindOf('vulnerability/images');
  const document = live(parts, kind);
  const collections = await collectionsOf(parts);
  const controller = new AbortController();
  parts.sandbox.faults.next({ path: '/impacted' }, { kind: 'hang', when: 'before' });
  const counting = countOne({
    kind,
    plan: { live: document, next: withRules(document, rulesOf(document).toReversed()) },
    collections,
    impacted: parts.client.resources.impacted,
    signal: controller.signal,
  });
  while (parts.sandbox.requests.of('GET', '/impacted').length === 0) {
    await new Promise(setImmediate);
  }
  controller.abort();
  await assert.rejects(counting, isCanceled);
  assert.equal(parts.sandbox.requests.of('GET', '/impacted').length, 1);
});
