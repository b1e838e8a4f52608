import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { ImpactedResource } from '../../../src/core/consoleFile/resources.ts';
import { fromPlain } from '../../../src/core/json/json.ts';
import type { CollectionPatterns, ResourceNames } from '../../../src/core/policy/collections.ts';
import { matchesCollection } from '../../../src/sandbox/impactedRoutes.ts';
import type { AffectedReport, AffectedQuery } from '../../../src/core/sync/countAffected.ts';
import { isCanceled } from '../../../src/core/util/errors.ts';
import { asObject } from '../policy/policyArbitraries.ts';
import { countOne, type QueryOfOne } from './countOne.ts';
import { images } from './workspace.ts';
import { dear } from '../dear.ts';
import { factsText } from '../order/factsText.ts';

interface Rule {
  readonly name: string;
  readonly collections: readonly string[];
  readonly disabled?: boolean;
  readonly value?: number;
  readonly onlyFixed?: boolean;
}

interface World {
  readonly collections: ReadonlyMap<string, CollectionPatterns>;
  readonly before: readonly Rule[];
  readonly after: readonly Rule[];
  readonly resources: readonly ImpactedResource[];
}

const document = (rules: readonly Rule[]) =>
  asObject(
    fromPlain({
      rules: rules.map(({ name, collections, disabled = false, value = 7, onlyFixed = false }) => ({
        name,
        disabled,
        collections: collections.map((one) => ({ name: one })),
        blockThreshold: { enabled: true, value },
        onlyFixed,
      })),
    }),
  );

const matches = ({ collections }: World, rule: Rule, place: ResourceNames): boolean =>
  rule.collections.some((name) => matchesCollection(collections.get(name) ?? {}, place));

const decider = (world: World, rules: readonly Rule[], place: ResourceNames): string =>
  rules.find((rule) => !rule.disabled && matches(world, rule, place))?.name ?? '-';

/** Lists what lies in the scope of a rule that it has, whatever other rules say, in pages of two. */
function listing(world: World, hide: (place: ResourceNames) => ResourceNames = (place) => place) {
  const asked: string[] = [];
  const impacted: AffectedQuery['impacted'] = {
    async *resources(_kind, name) {
      asked.push(name);
      const rule = world.before.find((one) => one.name === name);
      const all = rule
        ? world.resources.filter(({ places }) => places.some((place) => matches(world, rule, place)))
        : [];
      for (let from = 0; from < all.length || from === 0; from += 2) {
        yield {
          rows: all.slice(from, from + 2).map((one) => ({ ...one, places: one.places.map(hide) })),
        };
      }
    },
  };
  return { asked, impacted };
}

function count(world: World, more: Partial<QueryOfOne> = {}): Promise<AffectedReport> {
  return countOne({
    kind: images,
    plan: { live: document(world.before), next: document(world.after) },
    collections: world.collections,
    impacted: listing(world).impacted,
    ...more,
  });
}

/** `id: before -> after` for every pair in some place. */
function truth(world: World): Set<string> {
  return new Set(
    world.resources.flatMap(({ id, places }) =>
      places.flatMap((place) => {
        const [old, now] = [decider(world, world.before, place), decider(world, world.after, place)];
        return old === now ? [] : [`${id}: ${old} -> ${now}`];
      }),
    ),
  );
}

function told({ affected }: AffectedReport): Set<string> {
  return new Set(
    affected
      .filter(({ isSure }) => isSure)
      .map(({ resource, before, after }) => {
        const name = (deciders: typeof before): string => deciders[0]?.rule?.name ?? '-';
        return `${resource.id}: ${name(before)} -> ${name(after)}`;
      }),
  );
}

const words = ['a', 'b', 'ab', 'ba', 'bb'];
const pattern = fc.constantFrom('a*', '*b', 'ab', '*a*', 'b');
const list = fc.tuple(
  fc.uniqueArray(pattern, { minLength: 1, maxLength: 2 }),
  fc.subarray(['-ab', '-b*'], { maxLength: 1 }),
);
const patterns = fc
  .record({ images: list, namespaces: list }, { requiredKeys: [] })
  .map((lists): CollectionPatterns =>
    Object.fromEntries(Object.entries(lists).map(([key, [some, none]]) => [key, [...some, ...none]])),
  );
const names = ['c0', 'c1', 'c2', 'All'];
const rule = fc.record({
  name: fc.constantFrom('r0', 'r1', 'r2', 'r3', 'r4'),
  collections: fc.subarray(names, { minLength: 1, maxLength: 2 }),
  disabled: fc.boolean(),
});
const rules = fc.uniqueArray(rule, { maxLength: 5, selector: ({ name }) => name });
const worlds: fc.Arbitrary<World> = fc
  .record({
    scopes: fc.tuple(patterns, patterns, patterns),
    before: rules,
    order: fc.array(fc.nat(100), { minLength: 5, maxLength: 5 }),
    edited: fc.option(rule, { nil: undefined }),
    places: fc.array(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }), {
      minLength: words.length,
      maxLength: words.length,
    }),
  })
  .map(({ scopes, before, order, edited, places }) => {
    const moved = before
      .map((one, at) => ({ one: one.name === edited?.name ? edited : one, key: order[at] ?? 0 }))
      .toSorted((a, b) => a.key - b.key)
      .map(({ one }) => one);
    return {
      collections: new Map<string, CollectionPatterns>([
        ['All', {}],
        ...scopes.map((scope, at) => [`c${at}`, scope] as const),
      ]),
      before,
      after: edited && !before.some(({ name }) => name === edited.name) ? [edited, ...moved] : moved,
      resources: words.map((image, at) => ({
        id: image,
        name: image,
        kind: 'image',
        places: (places[at] ?? []).map((namespace) => ({ images: [image], namespaces: [namespace] })),
      })),
    };
  });

test('what is known is counted exactly as asking every place of every resource before and after shows', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const { asked, impacted } = listing(world);
      const report = await count(world, { impacted });
      const real = truth(world);
      if (report.leftOut.unlisted.length === 0) {
        assert.deepEqual(told(report), real);
        assert.equal(report.counts.perhaps, 0);
        assert.equal(report.counts.handed, new Set([...real].map((one) => one.split(':')[0])).size);
      } else {
        // What nobody had before is on no list of the console; what is told is true all the same.
        assert.deepEqual(
          [...told(report)].filter((one) => !real.has(one)),
          [],
        );
      }
      assert.equal(new Set(asked).size, asked.length, 'each rule is asked for once');
      assert.equal(asked.length, report.asked);
    }),
    { numRuns: dear(1500) },
  );
});

test('where namespaces are not known nothing that is told is wrong, and nothing that changes is left unsaid', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const hide = ({ images: image }: ResourceNames): ResourceNames => (image ? { images: image } : {});
      const report = await count(world, { impacted: listing(world, hide).impacted });
      const real = truth(world);
      for (const { resource, isSure, before, after } of report.affected) {
        const may = (deciders: typeof before): readonly string[] =>
          deciders.map(({ rule: one }) => one?.name ?? '-');
        if (isSure) {
          assert.ok(real.has(`${resource.id}: ${may(before)[0]} -> ${may(after)[0]}`));
        }
      }
      if (report.leftOut.unlisted.length === 0) {
        for (const change of real) {
          const [id = '', pair = ''] = change.split(': ');
          const [from = '', to = ''] = pair.split(' -> ');
          const said = report.affected.some(
            ({ resource, before, after }) =>
              resource.id === id &&
              before.some(({ rule: one }) => (one?.name ?? '-') === from) &&
              after.some(({ rule: one }) => (one?.name ?? '-') === to),
          );
          assert.ok(said, change);
        }
      }
    }),
    { numRuns: dear(1500) },
  );
});

const scope = (...patternsOf: readonly string[]): CollectionPatterns => ({ images: patternsOf });
const image = (name: string, ...places: readonly ResourceNames[]): ImpactedResource => ({
  id: name,
  name,
  kind: 'image',
  places: places.length > 0 ? places : [{ images: [name] }],
});
const shop: World = {
  collections: new Map([
    ['All', {}],
    ['shop', scope('shop/*')],
    ['pci', { labels: ['pci'] }],
  ]),
  before: [
    { name: 'shop', collections: ['shop'], value: 4 },
    { name: 'pci', collections: ['pci'], value: 1 },
    { name: 'rest', collections: ['All'], value: 9 },
  ],
  after: [],
  resources: [
    image('shop/web'),
    image('shop/api'),
    image('bank/web', { images: ['bank/web'], labels: ['pci'] }),
  ],
};

const off = (...all: readonly Rule[]): readonly Rule[] => all.map((one) => ({ ...one, disabled: true }));

test('what becomes weaker comes first, each resource counts once, and what is done is told', async () => {
  const [one, two] = [
    {
      ...image('shop/a'),
      places: ['x', 'y', 'y'].map((namespace) => ({ images: ['shop/a'], namespaces: [namespace] })),
    },
    image('other/b'),
  ];
  const world: World = {
    collections: new Map([
      ['All', {}],
      ['x', { namespaces: ['x'] }],
      ['shop', scope('shop/*')],
    ]),
    before: [
      { name: 'strict', collections: ['shop'], value: 4 },
      { name: 'rest', collections: ['All'], value: 7 },
    ],
    after: [
      { name: 'hard', collections: ['x'], value: 1 },
      { name: 'rest', collections: ['All'], value: 7 },
      { name: 'strict', collections: ['shop'], value: 4 },
    ],
    resources: [one, two],
  };
  const report = await count(world);
  assert.deepEqual(
    report.affected.map(({ resource, change, places, before, after }) => [
      resource.name,
      factsText(change),
      places,
      before[0]?.rule?.name,
      after[0]?.rule?.name,
    ]),
    [
      ['shop/a', 'weaker', 2, 'strict', 'rest'],
      // Nobody said in which namespace it is.
      ['other/b', 'unknown', 1, 'rest', 'hard'],
      ['shop/a', 'stricter', 1, 'strict', 'hard'],
    ],
  );
  assert.deepEqual(report.counts, { handed: 1, kept: 0, weaker: 1, mixed: 0, unknown: 0, perhaps: 1 });
  assert.deepEqual([report.looked, report.what], [2, 'image']);
});

test('what becomes weaker in one way and stricter in another is counted apart from what is weaker', async () => {
  const [first, second, third] = shop.before;
  assert.ok(first && second && third);
  const world = {
    ...shop,
    before: [{ ...first, onlyFixed: true }, second, third],
    after: [{ ...first, value: 9 }, second, third],
  };
  const report = await count(world);
  assert.deepEqual(
    report.affected.map(({ change }) => factsText(change)),
    ['mixed', 'mixed'],
  );
  assert.deepEqual(report.counts, { handed: 0, kept: 2, weaker: 0, mixed: 2, unknown: 0, perhaps: 0 });
});

test('a rule that stays and does something else is counted by what it keeps', async () => {
  const [first, second, third] = shop.before;
  assert.ok(first && second && third);
  const world = { ...shop, after: [{ ...first, value: 9 }, second, third] };
  const { asked, impacted } = listing(world);
  const report = await count(world, { impacted });
  assert.deepEqual(asked, ['shop']);
  assert.deepEqual(report.counts, { handed: 0, kept: 2, weaker: 2, mixed: 0, unknown: 0, perhaps: 0 });
  assert.deepEqual(
    report.affected.map(({ resource, keepsRule, change }) => [resource.name, keepsRule, factsText(change)]),
    [
      ['shop/api', true, 'weaker'],
      ['shop/web', true, 'weaker'],
    ],
  );
});

test('a new rule for everything takes from more rules than are asked: the rule that names everything tells of all', async () => {
  const [first, second, third] = shop.before;
  assert.ok(first && second && third);
  const world = { ...shop, after: [{ name: 'new', collections: ['All'], value: 1 }, first, second, third] };
  const { asked, impacted } = listing(world);
  const report = await count(world, { impacted, limits: { rules: 2, resources: 100 } });
  assert.deepEqual(asked, ['rest']);
  assert.deepEqual(report.leftOut, { beyond: [], unlisted: [], nameless: [], others: 0 });
  assert.equal(report.counts.handed, 3);
});

test('the console says itself what lies in a rule whose collections look at what no record says', async () => {
  const hide = ({ images: one }: ResourceNames): ResourceNames => (one ? { images: one } : {});
  const [first, second, third] = shop.before;
  assert.ok(first && second && third);
  const world = { ...shop, after: [first, { ...second, disabled: true }, third] };
  const { asked, impacted } = listing(world, hide);
  const report = await count(world, { impacted });
  assert.deepEqual([...told(report)], ['bank/web: pci -> rest']);
  assert.deepEqual(asked, ['pci']);
});

test('what could not be counted is said: too many rules, too many resources, rules that are not on the console', async () => {
  const [first, second, third] = shop.before;
  assert.ok(first && second && third);
  // Both hand over what only they name: no one rule tells of all.
  const turned: World = { ...shop, before: [first, second], after: off(first, second) };
  const few = await count(turned, { limits: { rules: 1, resources: 100 } });
  assert.equal(few.asked, 1);
  assert.deepEqual(
    few.leftOut.beyond.map(({ name }) => name),
    ['pci'],
  );
  const small = await count(turned, { limits: { rules: 9, resources: 1 } });
  assert.deepEqual(
    small.leftOut.beyond.map(({ name }) => name),
    ['shop', 'pci'],
  );

  const open = { ...shop, before: [first], after: [first, { name: 'new', collections: ['All'] }] };
  const given = await count(open);
  assert.deepEqual(
    given.leftOut.unlisted.map(({ name }) => name),
    ['new'],
  );
  assert.equal(given.asked, 0);

  const nameless = {
    ...shop,
    before: [{ ...first, name: '' }, third],
    after: [third, { ...first, name: '' }],
  };
  assert.equal((await count(nameless)).leftOut.nameless.length, 1);

  const odd = { ...image('shop/vm', {}), kind: 'other', places: [] } as const;
  const { impacted } = listing({ ...turned, resources: [{ ...image('shop/vm') }] });
  const others = await count(turned, {
    impacted: {
      async *resources(...args) {
        for await (const page of impacted.resources(...args)) {
          yield { rows: page.rows.map(() => odd) };
        }
      },
    },
  });
  assert.deepEqual([others.leftOut.others, others.looked, others.counts.handed], [1, 0, 0]);
});

test('counting tells how far it is, and ends where it is canceled', async () => {
  const [first, second, third] = shop.before;
  assert.ok(first && second && third);
  const world: World = { ...shop, before: [first, second], after: off(first, second) };
  const progress: string[] = [];
  const controller = new AbortController();
  const { asked, impacted } = listing(world);
  await assert.rejects(
    count(world, {
      impacted,
      signal: controller.signal,
      onProgress: (_kind, rule_, at, of, found) => {
        progress.push(`${rule_} ${at} of ${of}: ${found}`);
        if (found > 0) {
          controller.abort();
        }
      },
    }),
    isCanceled,
  );
  assert.deepEqual(progress, ['shop 0 of 2: 0', 'shop 0 of 2: 2']);
  assert.deepEqual(asked, ['shop']);
});
