import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'node:test';
import { resourceLists, type CollectionPatterns } from '../../../src/core/policy/collections.ts';
import { analyzeOrder, updated } from './freshAnalysis.ts';
import { analyzePlainly } from './plainAnalysis.ts';
import { IncrementalOrder } from '../../../src/core/order/incrementalOrder.ts';
import type { Analysis } from '../../../src/core/order/orderAnalysis.ts';
import type { NamedScope, OrderedRule } from '../../../src/core/order/orderedRule.ts';
import { readScope } from '../../../src/core/order/scopeReader.ts';
import { collections, drawn, few, type Drawn } from './drawnRules.ts';
import { must } from './truth.ts';
import { runsOf } from './runs.ts';
import { dear } from '../dear.ts';

const all = new Set(resourceLists);

/** One edit of a policy or of the collections; numbers are taken modulo what there is. */
const edit = fc.record({
  kind: fc.constantFrom(
    'move',
    'insert',
    'twice',
    'remove',
    'effect',
    'enable',
    'scope',
    'collection',
    'unknown',
  ),
  at: fc.nat(1000),
  to: fc.nat(1000),
  named: fc.array(fc.nat(4), { minLength: 1, maxLength: 3 }),
  effect: fc.constantFrom('alert', 'block', 'ignore'),
  images: few,
});
type Collections = typeof collections extends fc.Arbitrary<infer T> ? T : never;
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

class Edited {
  readonly #patterns: (CollectionPatterns | undefined)[];
  #scopes: readonly NamedScope[] = [];
  rules: OrderedRule[] = [];

  constructor(patterns: readonly CollectionPatterns[]) {
    this.#patterns = [...patterns];
    this.#read();
  }

  rule(named: readonly number[], effect: string, enabled: boolean): OrderedRule {
    return { name: 'rule', enabled, effect, scopes: named.map((one) => this.#scope(one)) };
  }

  apply({ kind, at, to, named, effect, images }: Edit): void {
    const place = at % Math.max(1, this.rules.length);
    const rule = this.rules[place];
    if (kind === 'insert' || !rule) {
      this.rules.splice(place, 0, this.rule(named, effect, true));
    } else if (kind === 'move') {
      this.rules.splice(place, 1);
      this.rules.splice(to % (this.rules.length + 1), 0, rule);
    } else if (kind === 'twice') {
      this.rules.splice(to % (this.rules.length + 1), 0, rule);
    } else if (kind === 'remove') {
      this.rules.splice(place, 1);
    } else if (kind === 'effect') {
      this.rules[place] = { ...rule, effect };
    } else if (kind === 'enable') {
      this.rules[place] = { ...rule, enabled: !rule.enabled };
    } else if (kind === 'scope') {
      this.rules[place] = { ...rule, scopes: named.map((one) => this.#scope(one)) };
    } else {
      const changed = to % this.#patterns.length;
      this.#patterns[changed] = kind === 'unknown' ? undefined : { images };
      this.#read();
      this.rules = this.rules.map((one) => {
        const scopes = one.scopes.map((scope) => this.#scope(Number(scope.name.slice(1))));
        return scopes.every((scope, index) => scope === one.scopes[index]) ? one : { ...one, scopes };
      });
    }
  }

  #scope(number: number): NamedScope {
    return this.#scopes[number % this.#scopes.length] as NamedScope;
  }

  #read(): void {
    this.#scopes = this.#patterns.map((patterns, number) => readScope(`c${number}`, patterns, all));
  }
}

/** All that is said, worked out. */
function told({ findings, notAnalyzed }: Analysis): unknown {
  const all = findings.map((one) => ({
    kind: one.kind,
    rule: one.rule,
    by: one.by,
    scope: 'scope' in one && one.scope,
    witness: 'witness' in one && one.witness,
  }));
  return { all, notAnalyzed };
}

const step = { at: 0, to: 0, named: [0], effect: 'alert', images: ['*' as const] } as const;
const everything = { images: ['*' as const], namespaces: ['*' as const] };
/** A collection that no rule names for a while, in which the effect of others changes. */
const unnamedMeanwhile: [Collections, Drawn[], Edit[], number] = [
  [{ images: ['*a'], namespaces: ['*'] }, everything, everything],
  [
    { enabled: false, named: [0], effect: 'alert' },
    { enabled: true, named: [1], effect: 'alert' },
  ],
  [
    { ...step, kind: 'insert', at: 15 },
    { ...step, kind: 'remove', at: 718 },
    { ...step, kind: 'insert', named: [1] },
    { ...step, kind: 'insert', named: [1] },
    { ...step, kind: 'effect', at: 111, effect: 'ignore' },
    { ...step, kind: 'scope' },
    { ...step, kind: 'move' },
  ].map((one) => ({ ...one, named: [...one.named], images: [...one.images] }) as Edit),
  3,
];

/** A rule that moved, of which nobody asks what it does until another one takes its place. */
const movedMeanwhile: [Collections, Drawn[], Edit[], number] = [
  [{ images: ['*'] }, { images: ['*'] }, everything],
  [
    { enabled: true, named: [1], effect: 'alert' },
    { enabled: true, named: [1], effect: 'alert' },
  ],
  [
    { ...step, kind: 'unknown', to: 1 },
    { ...step, kind: 'enable', at: 1 },
    { ...step, kind: 'move', at: 1 },
    { ...step, kind: 'insert', named: [1], effect: 'ignore' },
    { ...step, kind: 'move' },
  ].map((one) => ({ ...one, named: [...one.named], images: [...one.images] }) as Edit),
  20_000,
];

/** Two collections of one rule, of which one is too hard a question: policies that share them number them in different orders. */
const numberedOtherwise: [Collections, Drawn[], Edit[], number] = [
  [
    { images: ['*a'], namespaces: ['*a', '*b'] },
    { images: ['*'], namespaces: ['a*'] },
    everything,
    { images: ['*'] },
    { images: ['*'], namespaces: ['*a'] },
  ],
  [
    { enabled: false, named: [4, 0], effect: 'block' },
    { enabled: true, named: [2], effect: 'alert' },
    { enabled: true, named: [0], effect: 'alert' },
    { enabled: false, named: [0], effect: 'alert' },
  ],
  [
    { ...step, kind: 'scope', named: [1, 4] },
    { ...step, kind: 'collection', to: 732, images: ['*a' as const] },
    { ...step, kind: 'enable' },
    { ...step, kind: 'move' },
  ].map((one) => ({ ...one, named: [...one.named], images: [...one.images] }) as Edit),
  3,
];

test('kept up to date it says what a fresh analysis says, after any edits', () => {
  fc.assert(
    fc.property(
      collections,
      drawn,
      fc.array(edit, { minLength: 1, maxLength: 20 }),
      fc.constantFrom(3, 7, 12, 20_000),
      (patterns, rules, edits, budget) => {
        const edited = new Edited(patterns);
        edited.rules = rules.map(({ named, effect, enabled }) => edited.rule(named, effect, enabled));
        const kept = new IncrementalOrder(undefined, budget);
        const turned = new IncrementalOrder(undefined, budget);
        for (const one of edits) {
          assert.deepEqual(told(updated(kept, edited.rules)), told(analyzeOrder(edited.rules, budget)));
          const upsideDown = edited.rules.toReversed();
          assert.deepEqual(told(updated(turned, upsideDown)), told(analyzeOrder(upsideDown, budget)));
          edited.apply(one);
        }
      },
    ),
    { numRuns: dear(runsOf(60)), examples: [unnamedMeanwhile, movedMeanwhile, numberedOtherwise] },
  );
});

test('with an index it says what is found by holding every rule beside every other', () => {
  fc.assert(
    fc.property(collections, drawn, (patterns, rules) => {
      const edited = new Edited(patterns);
      const ordered = rules.map(({ named, effect, enabled }) => edited.rule(named, effect, enabled));
      const claims = ({ findings }: Analysis): unknown[] =>
        findings
          // With several names for the same it may name another of them.
          .filter(({ kind }) => kind !== 'covered-collection')
          .map((one) => [
            one.rule,
            one.kind,
            'scope' in one && one.scope,
            'witness' in one && one.witness !== undefined,
          ]);
      assert.deepEqual(claims(analyzeOrder(ordered)), claims(analyzePlainly(ordered)));
    }),
    { numRuns: dear(runsOf(300)) },
  );
});

const many = Array.from({ length: 100 }, (_, place): OrderedRule => {
  const patterns = { images: [`team/*`, `*/service-${place}`], namespaces: [`n-${place}*`, `*-${place}`] };
  return {
    name: `rule ${place}`,
    enabled: true,
    effect: place % 3 === 0 ? 'block' : 'alert',
    scopes: [readScope(`c${place}`, patterns, all)],
  };
});

test('what is not about order asks nothing again, and a move asks about what lies between', () => {
  const kept = new IncrementalOrder();
  const first = told(updated(kept, many));
  const workOf = (rules: readonly OrderedRule[]): number => {
    const before = kept.work;
    updated(kept, rules);
    return kept.work - before;
  };
  /** An update without a search. */
  const least = workOf(many);
  const renamed = many.map((rule) => ({ ...rule, name: `${rule.name}, renamed` }));
  assert.equal(workOf(renamed), least);
  assert.deepEqual(told(updated(kept, renamed)), first);
  const moved = renamed.slice();
  moved.splice(90, 0, ...moved.splice(95, 1));
  const workMoved = workOf(moved);
  assert.deepEqual(told(updated(kept, moved)), told(analyzeOrder(moved)));
  const [moreForMove, moreForAll] = [workMoved - least, workOf(moved.toReversed()) - least];
  assert.ok(moreForMove > 0 && moreForMove < moreForAll / 4, `${moreForMove} of ${moreForAll}`);
});

test('hundreds of collections that exclude parts of each other are proven to cover everything together', () => {
  const lists = resourceLists.filter((list) => list !== 'labels');
  let seed = 1;
  const below = (count: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % count;
  };
  // Each takes all but what begins or ends in one of five ways: something is left only where for each of them one is met.
  const rules = Array.from({ length: 250 }, (_, place): OrderedRule => {
    const patterns = new Map<(typeof lists)[number], string[]>();
    for (let way = 0; way < 5; way++) {
      const list = lists[below(lists.length)] ?? 'images';
      const own = patterns.get(list) ?? ['*'];
      own.push(below(2) === 0 ? `-v${below(4)}*` : `-*v${below(4)}`);
      patterns.set(list, own);
    }
    return {
      name: `rule ${place}`,
      enabled: true,
      effect: String(place % 2),
      scopes: [readScope(`c${place}`, Object.fromEntries(patterns), all)],
    };
  });
  const kept = new IncrementalOrder();
  const analysis = updated(kept, rules);
  const shadowed = analysis.findings.filter(({ kind }) => kind === 'shadowed-rule');
  const [first] = shadowed;
  assert.ok(first && first.rule < 100, `everything is covered from rule ${first?.rule}`);
  // A question about one rule is too hard only as long as the rules above leave something. Once they cover everything, every
  // rule below is proven to be shadowed, and none of these is left out.
  assert.deepEqual(
    shadowed.map(({ rule }) => rule),
    [...rules.keys()].slice(first.rule),
  );
  assert.ok(shadowed.every(({ by }) => by.length > 0));
  assert.ok(analysis.notAnalyzed.every((place) => place < first.rule));
  const moved = rules.slice();
  moved.splice(10, 0, ...moved.splice(200, 1));
  assert.deepEqual(told(updated(kept, moved)), told(analyzeOrder(moved)));
});

test('in slices it says the same, and is right after one that was abandoned', () => {
  const kept = new IncrementalOrder();
  const abandoned = kept.updateSteps(many.toReversed());
  for (let step = 0; step < 3; step++) {
    assert.equal(abandoned.next().done, false);
  }
  assert.deepEqual(told(updated(kept, many)), told(analyzeOrder(many)));
});

test('after thousands of edits it says the same, and what was said before them stays as it was', () => {
  const rules = many.slice(0, 20).concat(many.slice(5, 15));
  const kept = new IncrementalOrder();
  const before = updated(kept, rules);
  const expected = told(analyzeOrder(rules));
  const edited = rules.slice();
  for (let run = 0; run < 3000; run++) {
    const at = (run * 7) % edited.length;
    edited.splice(at, 1, ...edited.splice((at * 3) % edited.length, 1, must(edited[at])));
    edited[at] = { ...must(edited[at]), effect: run % 5 === 0 ? 'block' : 'alert' };
    const analysis = updated(kept, edited);
    if (run % 100 === 0) {
      assert.deepEqual(told(analysis), told(analyzeOrder(edited)));
    }
  }
  assert.deepEqual(told(updated(kept, edited)), told(analyzeOrder(edited)));
  assert.deepEqual(told(before), expected);
});
