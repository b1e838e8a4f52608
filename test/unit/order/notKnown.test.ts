import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'node:test';
import { resourceLists, type CollectionPatterns } from '../../../src/core/policy/collections.ts';
import { analyzeOrder } from './freshAnalysis.ts';
import { decisionChanges } from '../../../src/core/order/decisionChanges.ts';
import { reachOf, type NamedScope, type OrderedRule } from '../../../src/core/order/orderedRule.ts';
import { readScope, ScopeReader } from '../../../src/core/order/scopeReader.ts';
import { isInBox } from '../../../src/core/order/scope.ts';
import { collections, drawn, orderedRules } from './drawnRules.ts';
import { runsOf } from './runs.ts';
import { decisionAt, must, Truth } from './truth.ts';
import { at, words } from './universe.ts';
import { dear } from '../dear.ts';

const all = new Set(resourceLists);
const small = words(['a', 'b', 'c'], 3);
const points = small.flatMap((images) => small.map((namespaces) => at({ images, namespaces })));

/** The same rules by someone who knows nothing of some collections, and only what they name at most of others. */
function veiled(rules: readonly OrderedRule[], hidden: readonly number[]): readonly OrderedRule[] {
  const scopes = new Map<string, NamedScope>();
  return rules.map((rule) => ({
    ...rule,
    scopes: rule.scopes.map((scope) => {
      const place = hidden.indexOf(Number(scope.name.slice(1)));
      const box = must(scope.box);
      const seen =
        scopes.get(scope.name) ??
        (place === -1
          ? scope
          : place % 2 === 0
            ? { name: scope.name, box: undefined }
            : { name: scope.name, box: undefined, outer: [undefined, box[1]] });
      scopes.set(scope.name, seen);
      return seen;
    }),
  }));
}

const hiding = fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 3 });

test('what is said without knowing some collections is so, whatever those name', () => {
  fc.assert(
    fc.property(collections, drawn, hiding, (patterns, rules, hidden) => {
      const real = orderedRules(patterns, rules);
      const truth = new Truth(points, real);
      for (const { kind, rule, ...more } of analyzeOrder(veiled(real, hidden)).findings) {
        const box = more.scope === undefined ? undefined : must(must(real[rule]).scopes[more.scope]?.box);
        switch (kind) {
          case 'shadowed-rule':
          case 'redundant-rule':
            assert.ok(truth.isDead(rule), kind);
            assert.ok(kind === 'shadowed-rule' || truth.decidedAlike(rule), kind);
            assert.ok(!('witness' in more) || !truth.decidedAlike(rule));
            break;
          case 'partly-shadowed-rule':
            assert.ok(box && truth.isTaken(rule, box), kind);
            break;
          case 'unneeded-rule':
            assert.ok(!truth.hasEffect(rule), kind);
            break;
          case 'covered-collection':
            assert.ok(box);
            break;
          case 'empty-collection':
            assert.fail('no matter of place');
        }
      }
    }),
    { numRuns: dear(runsOf(400)) },
  );
});

test('what changes hands does, whatever is not known, and all is told where that is said', () => {
  fc.assert(
    fc.property(collections, drawn, hiding, fc.nat(6), fc.nat(6), (patterns, rules, hidden, from, to) => {
      const real = orderedRules(patterns, rules);
      const order = [...real.keys()];
      const [moved = 0] = order.splice(from % order.length, 1);
      order.splice(to % real.length, 0, moved);
      const seen = veiled(real, hidden);
      const { changes, isComplete } = decisionChanges(
        seen,
        order.map((place) => must(seen[place])),
        [...real.keys()].map((place) => order.indexOf(place)),
      );
      const [before, after] = [
        new Truth(points, real),
        new Truth(
          points,
          order.map((place) => must(real[place])),
        ),
      ];
      const happens = new Set<string>();
      for (const point of points) {
        const [old, now] = [before.decides(point), order[after.decides(point)] ?? -1];
        if (old !== now) {
          happens.add(`${old} ${now}`);
        }
      }
      const told = new Set(changes.map((one) => `${one.from ?? -1} ${order[one.to ?? -1] ?? -1}`));
      assert.ok(isComplete ? told.size === happens.size : told.size <= happens.size);
      assert.ok([...told].every((pair) => happens.has(pair)));
    }),
    { numRuns: dear(runsOf(400)) },
  );
});

test('rules in other groups may take everything or nothing of what they name', () => {
  fc.assert(
    fc.property(
      collections,
      drawn,
      fc.array(fc.nat(1), { minLength: 7, maxLength: 7 }),
      (patterns, rules, group) => {
        const real = orderedRules(patterns, rules);
        const { findings } = analyzeOrder(
          real.map((rule, place) => ({ ...rule, comparisonGroup: `${group[place]}` })),
        );
        // In one of the possible worlds groups never meet, in another they are the same.
        const apart = real.map((rule, place) => ({
          ...rule,
          scopes: rule.scopes.map(({ name, box }) => ({
            name: `${name}${group[place]}`,
            box: must(box).with(8, { some: [{ kind: 'exact' as const, text: `${group[place]}` }], none: [] }),
          })),
        }));
        const both = points.flatMap((point) => [point.with(8, '0'), point.with(8, '1')]);
        for (const truth of [new Truth(points, real), new Truth(both, apart)]) {
          for (const { kind, rule } of findings) {
            assert.ok(kind !== 'shadowed-rule' || truth.isDead(rule));
            assert.ok(kind !== 'redundant-rule' || (truth.isDead(rule) && truth.decidedAlike(rule)));
            assert.ok(kind !== 'unneeded-rule' || !truth.hasEffect(rule));
          }
        }
      },
    ),
    { numRuns: dear(runsOf(300)) },
  );
});

test('a resource may have several labels, one of which has to be named', () => {
  const kinds = ['*', 'a*', '*b', 'a', 'ab', '*a*', 'b'];
  const box = fc
    .array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 2 })
    .map((labels) => ({ labels }) satisfies CollectionPatterns);
  const one = words(['a', 'b', 'c'], 3);
  const sets = one.flatMap((first) => one.map((second) => at({ labels: `${first}\n${second}` })));
  fc.assert(
    fc.property(fc.array(box, { minLength: 2, maxLength: 5 }), drawn, (patterns, rules) => {
      const real = orderedRules(patterns, rules);
      const truth = new Truth(sets, real);
      const { findings } = analyzeOrder(real);
      for (const place of real.keys()) {
        const dead = findings.some(
          ({ rule, kind }) => rule === place && (kind === 'shadowed-rule' || kind === 'redundant-rule'),
        );
        assert.equal(dead, must(real[place]).enabled && truth.isDead(place));
      }
      const turned = decisionChanges(real, real.toReversed(), [...real.keys()].toReversed());
      assert.ok(turned.isComplete);
      const after = new Truth(sets, real.toReversed());
      const last = real.length - 1;
      const happens = sets.some((point) => {
        const now = after.decides(point);
        return truth.decides(point) !== (now === -1 ? -1 : last - now);
      });
      assert.equal(turned.changes.length > 0, happens);
      for (const { from, to, example } of turned.changes) {
        assert.deepEqual([truth.decides(example), after.decides(example)], [from ?? -1, to ?? -1]);
      }
    }),
    { numRuns: dear(runsOf(300)) },
  );
});

test('a collection is exact, or says what is certain of it', () => {
  const read = (
    patterns: CollectionPatterns | undefined,
    ...matters: readonly (typeof resourceLists)[number][]
  ) => readScope('c', patterns, matters.length === 0 ? all : new Set(matters));
  const ask = (scope: NamedScope, values: Parameters<typeof at>[0]): boolean | undefined => {
    const rule = { name: 'rule', enabled: true, effect: '', scopes: [scope] };
    const given = at(values).map((value) => value.split('\n'));
    const { rule: place, notKnown } = decisionAt([rule], given);
    return notKnown.length > 0 ? undefined : place === 0;
  };
  assert.ok(read({ images: ['a*'], labels: ['*'] }).box);
  assert.equal(read(undefined).box, undefined, 'an unknown collection');
  assert.equal(ask(read(undefined), { images: 'a' }), undefined);

  const negations = read({ images: ['-a'], namespaces: ['dev'] });
  assert.equal(ask(negations, { images: 'b', namespaces: 'dev' }), undefined, 'nothing but negations');
  assert.equal(ask(negations, { images: 'b', namespaces: 'prod' }), false, 'all lists have to be met');

  const middle = read({ images: ['x', 'a*b'] });
  assert.equal(ask(middle, { images: 'x' }), true);
  assert.equal(ask(middle, { images: 'acb' }), undefined, 'a star in the middle');

  const taken = read({ images: ['x*', '-x*y'] });
  assert.equal(ask(taken, { images: 'xa' }), undefined);
  assert.equal(ask(taken, { images: 'y' }), false);

  const other = read({ images: ['x'], functions: ['f'] }, 'images');
  assert.equal(ask(other, { images: 'x' }), undefined, 'what it constrains means nothing here');
  assert.equal(ask(other, { images: 'y' }), false);

  const later = read({ images: ['x'], zones: ['z'] } as CollectionPatterns);
  assert.equal(ask(later, { images: 'x' }), undefined, 'it constrains what this release does not know');
  assert.equal(ask(later, { images: 'y' }), false);

  const labels = read({ labels: ['a*', '-ab'] });
  assert.equal(labels.box, undefined, 'one label may be named, another taken away');
  assert.equal(ask(labels, { labels: 'ac' }), true);
  assert.equal(ask(labels, { labels: 'ab' }), false);
  assert.equal(ask(labels, { labels: 'ab\nac' }), undefined);
  assert.ok(isInBox(reachOf(labels), at({ labels: 'ab\nac' })));
});

test('All names everything, whatever a file says that it names', () => {
  const planted = new Map([['All', { images: ['only/*'] }]]);
  const { box } = new ScopeReader(planted, resourceLists).scope('All');
  assert.deepEqual(box, new ScopeReader(new Map(), resourceLists).scope('All').box);
});
