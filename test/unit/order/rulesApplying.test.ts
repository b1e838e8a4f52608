import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  RegionLimits,
  rulesApplyingIn,
  findCommonPart,
  type Region,
} from '../../../src/core/order/rulesApplyingIn.ts';
import { rulesApplyingTo } from '../../../src/core/order/rulesApplyingTo.ts';
import type { NamedScope, OrderedRule } from '../../../src/core/order/orderedRule.ts';
import { boxOf } from './boxes.ts';
import { isInBox, type Point } from '../../../src/core/order/scope.ts';
import { resourceLists } from '../../../src/core/policy/collections.ts';
import { collections, drawn, few, orderedRules } from './drawnRules.ts';
import { must, Truth } from './truth.ts';
import { at, words } from './universe.ts';

const all = new Set(resourceLists);
const small = words(['a', 'b', 'c'], 3);
const points = small.flatMap((images) => small.map((namespaces) => at({ images, namespaces })));
const patterns = fc.oneof(fc.record({ images: few }), fc.record({ images: few, namespaces: few }));

function isIn({ boxes }: Region, point: Point): boolean {
  return boxes.every((box) => isInBox(box, point));
}

/** Rules that decide for something of a region: by asking every resource. */
function deciders(truth: Truth, region: Region): ReadonlySet<number> {
  return new Set(points.filter((point) => isIn(region, point)).map((point) => truth.decides(point)));
}

test('who decides for something of a region is told, each with an example, and nobody else', () => {
  fc.assert(
    fc.property(
      collections,
      drawn,
      fc.array(patterns, { minLength: 1, maxLength: 2 }),
      (named, rules, asked) => {
        const ordered = orderedRules(named, rules);
        const region: Region = { boxes: asked.map((one) => must(boxOf(one, all))), isExact: true };
        const truth = new Truth(points, ordered);
        const told = [...rulesApplyingIn(ordered, region, new RegionLimits())];
        assert.deepEqual(new Set(told.map(({ rule }) => rule ?? -1)), deciders(truth, region));
        for (const { rule, example } of told) {
          assert.ok(isIn(region, must(example)));
          assert.equal(truth.decides(must(example)), rule ?? -1, 'the example is one');
        }
      },
    ),
    { numRuns: 600 },
  );
});

/** The same rules by someone who does not know some collections. */
function veiled(rules: readonly OrderedRule[], hidden: readonly number[]): readonly OrderedRule[] {
  const seen = (scope: NamedScope): NamedScope => {
    const place = hidden.indexOf(Number(scope.name.slice(1)));
    const box = must(scope.box);
    return place === -1
      ? scope
      : place % 2 === 0
        ? { name: scope.name, box: undefined }
        : { name: scope.name, box: undefined, outer: [undefined, box[1]] };
  };
  return rules.map((rule) => ({ ...rule, scopes: rule.scopes.map(seen) }));
}

const hiding = fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 3 });

test('where not everything is known nobody who decides is left out, and what is certain is so', () => {
  fc.assert(
    fc.property(
      collections,
      drawn,
      hiding,
      fc.nat(4),
      fc.boolean(),
      (named, rules, hidden, place, isNamed) => {
        const real = orderedRules(named, rules);
        const seen = veiled(real, hidden);
        // A collection, by name, as one of the rules names it; or what it names, by its patterns.
        const scopes = seen.flatMap((rule) => rule.scopes);
        const scope = must(scopes[place % scopes.length]);
        const known = must(real.flatMap((rule) => rule.scopes).find(({ name }) => name === scope.name)?.box);
        const truth = new Truth(points, real);
        const meant: Region = { boxes: [known], isExact: true };
        const region: Region = isNamed
          ? {
              boxes: [scope.box ?? scope.outer ?? []],
              isExact: scope.box !== undefined,
              within: scope.name,
            }
          : meant;
        const told = [...rulesApplyingIn(seen, region, new RegionLimits())];
        const places = told.map(({ rule }) => rule ?? -1);
        assert.ok([...deciders(truth, meant)].every((rule) => places.includes(rule)));
        for (const { rule, example } of told) {
          assert.ok(!example || (truth.decides(example) === (rule ?? -1) && isIn(meant, example)));
        }
      },
    ),
    { numRuns: 600 },
  );
});

test('a question that is too hard leaves open what it cannot prove', () => {
  const boxes = Array.from({ length: 60 }, (_, index) =>
    must(
      boxOf({ images: [`*x${index}*`, `-*y${index}*`], namespaces: [`*n${index}*`, `-*m${index}*`] }, all),
    ),
  );
  const rules = boxes.map((box, index) => ({
    name: `rule ${index}`,
    enabled: true,
    effect: String(index),
    scopes: [{ name: `c${index}`, box }],
  }));
  const region: Region = { boxes: [must(boxOf({ images: ['*q*'] }, all))], isExact: true };
  const told = [...rulesApplyingIn(rules, region, new RegionLimits(5000))];
  assert.deepEqual(
    told.map(({ rule }) => rule),
    [...rules.keys(), undefined],
  );
  assert.ok(told.some(({ example }) => example === undefined));
});

test('of one resource, of which not everything is known, whoever may decide is told', () => {
  fc.assert(
    fc.property(
      collections,
      drawn,
      hiding,
      fc.constantFrom(...small),
      fc.boolean(),
      (named, rules, hidden, image, isWhole) => {
        const real = orderedRules(named, rules);
        const truth = new Truth(points, real);
        const given = isWhole
          ? [at({ images: image, namespaces: 'ab' })]
          : points.filter((point) => point[1] === image);
        const known = must(given[0]).map((value, field) => (isWhole || field === 1 ? [value] : undefined));
        const told = rulesApplyingTo(veiled(real, hidden), known).map((rule) => rule ?? -1);
        assert.ok(given.every((point) => told.includes(truth.decides(point))));
        if (isWhole) {
          assert.deepEqual(
            rulesApplyingTo(real, known).map((rule) => rule ?? -1),
            [truth.decides(must(given[0]))],
          );
        }
      },
    ),
    { numRuns: 400 },
  );
});

test('what two rules share is told as asking every resource shows', () => {
  fc.assert(
    fc.property(collections, drawn, hiding, (named, rules, hidden) => {
      const real = orderedRules(named, rules);
      const seen = veiled(real, hidden);
      const takes = ({ scopes }: OrderedRule, point: Point): boolean =>
        scopes.some(({ box }) => isInBox(must(box), point));
      for (const [one, other] of real.slice(1).map((rule, place) => [place, rule] as const)) {
        const upper = must(real[one]);
        const happens = points.some((point) => takes(upper, point) && takes(other, point));
        const exact = findCommonPart(upper, other, new RegionLimits());
        assert.equal(exact.kind, happens ? 'something' : 'nothing');
        const shared = findCommonPart(must(seen[one]), must(seen[one + 1]), new RegionLimits());
        assert.ok(shared.kind === 'unknown' || shared.kind === exact.kind || 'collection' in shared);
      }
    }),
    { numRuns: 300 },
  );
});
