import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'node:test';
import { fromPlain, isJsonObject, type JsonObject } from '../../../src/core/json/json.ts';
import { decisionChanges } from '../../../src/core/order/decisionChanges.ts';
import { IncrementalOrder } from '../../../src/core/order/incrementalOrder.ts';
import type { OrderedRule } from '../../../src/core/order/orderedRule.ts';
import { areApart, isWithin, readPattern } from '../../../src/core/order/pattern.ts';
import { PatternSet, Work } from '../../../src/core/order/patternSet.ts';
import { policyDecisionChanges } from '../../../src/core/order/policyDecisionChanges.ts';
import { OrderReader } from '../../../src/core/order/orderReader.ts';
import { findingsOf, updated } from './freshAnalysis.ts';
import {
  areRangesApart,
  areRangesWithin,
  common,
  rangesOf,
  without,
} from '../../../src/core/order/ranges.ts';
import { RegionLimits } from '../../../src/core/order/rulesApplyingIn.ts';
import { ScopeMatrix } from '../../../src/core/order/scopeMatrix.ts';
import { ScopeReader } from '../../../src/core/order/scopeReader.ts';
import { policyKind } from '../../../src/core/policy/families.ts';
import { must } from './truth.ts';

const kind = must(policyKind('runtime/container'));

type Make = (collection: number, pattern: number) => string;

const shapes: Readonly<Record<string, Make>> = {
  'parts that are all different': (c, p) => `*x${c}y${p}z*`,
  'parts that are all the same but one': (c, p) => (p === 0 ? `*q${c}q*` : `*x${p}z*`),
  'beginnings, ends and parts': (c, p) => must([`x${c}y${p}*`, `*x${c}y${p}`, `*x${c}y${p}*`][p % 3]),
  'what is taken away': (c, p) => (p % 2 === 0 ? `*x${c}y${p}*` : `-*x${c}y${p}z*`),
};

function collectionsOf(count: number, size: number, make: Make): Map<string, { images: string[] }> {
  return new Map(
    Array.from({ length: count }, (_, c) => [
      `c${c}`,
      { images: Array.from({ length: size }, (_, p) => make(c, p)) },
    ]),
  );
}

function documentOf(order: readonly number[]): JsonObject {
  const rules = order.map((c) => ({ name: `r${c}`, effect: 'alert', collections: [{ name: `c${c}` }] }));
  const document = fromPlain({ rules });
  assert.ok(isJsonObject(document));
  return document;
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at);
}

const looking = ['includes', 'startsWith', 'endsWith'] as const;

/** Looks at texts, whoever makes them, may be so many. It does not wait for the end of what is too much. */
function countLooks(most: number, run: () => void): void {
  const { prototype } = String;
  let looks = 0;
  const real = looking.map((name) => [name, Object.getOwnPropertyDescriptor(prototype, name) ?? {}] as const);
  try {
    for (const [name, { value }] of real) {
      const method = value as (text: string) => boolean;
      const counted = function (this: string, text: string): boolean {
        looks++;
        if (looks > most) {
          throw new Error(`more than ${most} looks`);
        }
        return method.call(this, text);
      };
      Object.defineProperty(prototype, name, { value: counted, writable: true, configurable: true });
    }
    run();
  } finally {
    for (const [name, descriptor] of real) {
      Object.defineProperty(prototype, name, descriptor);
    }
  }
}

for (const [shape, make] of Object.entries(shapes)) {
  test(`the analysis of order looks at long lists only so often: ${shape}`, () => {
    const reader = new OrderReader(kind, collectionsOf(50, 1000, make));
    countLooks(2_000_000, () => {
      const [list] = reader.read(documentOf(upTo(50)));
      assert.ok(findingsOf(must(list)).findings.length >= 0);
    });
  });

  test(`a plan looks at long lists only so often: ${shape}`, () => {
    const reader = new OrderReader(kind, collectionsOf(60, 600, make));
    countLooks(60_000_000, () => {
      const [before, after] = [upTo(60), upTo(60).toReversed()].map((order) =>
        reader.read(documentOf(order)),
      );
      policyDecisionChanges(must(before), must(after));
    });
  });
}

test('what may be open of the network is looked at only so often', () => {
  const make: Make = (c, p) => `x${c}y${p}*`;
  const names = (entity: number) => upTo(4).map((at) => ({ name: `c${(entity + 8 * at) % 40}` }));
  const entities = upTo(800).map((at) => ({
    _id: at,
    type: 'container',
    collections: names(at),
    ...(at % 2 === 0 && { allowAll: { outbound: ['container'] } }),
  }));
  const ports = [{ start: 1, end: 2 }];
  // None of them meets one that is open.
  const rules = upTo(800).map((at) => ({
    name: `r${at}`,
    src: at | 1,
    dst: (at ^ 1) | 1,
    ports,
    effect: 'alert',
  }));
  const document = fromPlain({ containerEnabled: true, containerRules: rules, networkEntities: entities });
  assert.ok(isJsonObject(document));
  const reader = new OrderReader(must(policyKind('cnns/network')), collectionsOf(40, 20, make));
  countLooks(10_000_000, () => assert.equal(must(reader.read(document)[0]).rules.length, 800));
});

test('a list with more patterns than are looked at may name anything, and its rules are not analyzed', () => {
  const make: Make = (c, p) => (p === 0 ? '*' : `x${c}y${p}`);
  for (const [size, known] of [
    [2000, true],
    [2001, false],
  ] as const) {
    const [list] = new OrderReader(kind, collectionsOf(2, size, make)).read(documentOf([0, 1]));
    const { findings, notAnalyzed } = findingsOf(must(list));
    assert.deepEqual(
      findings.map(({ rule }) => rule),
      known ? [0, 1] : [],
    );
    assert.deepEqual(notAnalyzed, known ? [] : [0, 1]);
  }
  const long = new Map([['c0', { images: [`${'x'.repeat(100_001)}*`] }]]);
  assert.equal(new ScopeReader(long, ['images']).scope('c0').box, undefined);
});

test('what is read beyond the limit may name anything', () => {
  const reader = new ScopeReader(
    collectionsOf(3, 100, must(shapes['parts that are all different'])),
    ['images'],
    new Work(150),
  );
  assert.deepEqual(
    [0, 1, 2].map((c) => reader.scope(`c${c}`).box !== undefined),
    [true, false, false],
  );
  assert.equal(reader.scope('c2').isBeyondLimit, true);
});

function scopesOf(count: number, size: number, make: Make): readonly OrderedRule[] {
  const reader = new ScopeReader(collectionsOf(count, size, make), ['images']);
  return upTo(count).map((c) => ({
    name: `r${c}`,
    enabled: true,
    effect: 'same',
    scopes: [reader.scope(`c${c}`)],
  }));
}

/** The analysis by one that did nothing before, with the most work between two chances for others. */
function analyzedInSteps(order: IncrementalOrder, rules: readonly OrderedRule[]) {
  let [before, most] = [0, 0];
  const steps = order.updateSteps(rules);
  for (let step = steps.next(); ; step = steps.next()) {
    most = Math.max(most, order.work - before);
    before = order.work;
    if (step.done === true) {
      return { analysis: step.value, most };
    }
  }
}

test('relating long lists is counted, gives way in between, and beyond the limit says what is not analyzed', () => {
  const rules = scopesOf(40, 400, must(shapes['parts that are all the same but one']));
  const whole = new IncrementalOrder();
  const { analysis, most } = analyzedInSteps(whole, rules);
  assert.deepEqual(analysis.notAnalyzed, []);
  assert.ok(most < 700_000, `${most} at once`);
  const some = new IncrementalOrder(new ScopeMatrix(new Work(whole.work / 8)));
  const { findings, notAnalyzed } = updated(some, rules);
  assert.ok(notAnalyzed.length > 0 && notAnalyzed.length < rules.length);
  assert.ok(some.work < whole.work);
  for (const { rule } of findings) {
    assert.ok(!notAnalyzed.includes(rule));
  }
});

test('one rule that is compared with thousands below takes a few milliseconds', () => {
  const count = 3000;
  // The first takes something from each, which they would take over.
  const rules = scopesOf(count, 1, (c) => (c === 0 || c === count - 1 ? '*' : `x${c}y*`));
  const { analysis, most } = analyzedInSteps(new IncrementalOrder(), rules);
  const needless = analysis.findings.find(({ rule }) => rule === 0);
  assert.deepEqual([needless?.kind, needless?.by.length], ['unneeded-rule', count - 1]);
  assert.ok(most < 50_000, `${most} steps for one rule`);
});

test('what changes hands is not all told when telling it takes too much', () => {
  const rules = scopesOf(30, 100, must(shapes['what is taken away']));
  const turned = upTo(30).map((at) => 29 - at);
  const limits = new RegionLimits(20_000);
  const { isComplete } = decisionChanges(rules, rules.toReversed(), turned, [], limits);
  assert.equal(isComplete, false);
  const { done } = limits.matrix.looks;
  assert.ok(done < 200_000, `${done}`);
});

const written = fc.stringMatching(/^\*?[ab]{1,4}\*?$/);

test('patterns side by side are related as one by one', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(written, fc.constant('*')), { maxLength: 12 }), written, (list, one) => {
      const [patterns, pattern] = [list.map((text) => must(readPattern(text))), must(readPattern(one))];
      const set = new PatternSet(patterns, { done: 0 });
      assert.equal(
        set.covers(pattern),
        patterns.some((other) => isWithin(pattern, other)),
      );
      assert.equal(
        set.meets(pattern),
        patterns.some((other) => !areApart(pattern, other)),
      );
    }),
    { numRuns: 2000 },
  );
});

const ranges = fc
  .array(fc.tuple(fc.nat(30), fc.nat(4)), { maxLength: 6 })
  .map((list) => rangesOf(list.map(([low, more]) => [BigInt(low), BigInt(low + more)])));

test('ranges are compared number by number', () => {
  fc.assert(
    fc.property(ranges, ranges, (left, right) => {
      const [inLeft, inRight] = [left, right].map(
        (one) => (number: number) => one.ranges.some(([low, high]) => low <= number && number <= high),
      );
      const numbers = upTo(40).filter(must(inLeft));
      const shared = numbers.filter(must(inRight));
      const rest = numbers.filter((number) => !shared.includes(number));
      assert.deepEqual(common(left, right), rangesOf(shared.map((one) => [BigInt(one), BigInt(one)])));
      assert.deepEqual(without(left, right), rangesOf(rest.map((one) => [BigInt(one), BigInt(one)])));
      assert.equal(areRangesApart(left, right), shared.length === 0);
      assert.equal(areRangesWithin(left, right), rest.length === 0);
    }),
  );
});
