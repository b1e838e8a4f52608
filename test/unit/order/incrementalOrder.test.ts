import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { resourceLists, type CollectionPatterns } from '../../../src/core/policy/collections.ts';
import { analyseOrder } from '../../../src/core/order/analyse.ts';
import { analysePlainly } from './plainAnalysis.ts';
import { IncrementalOrder } from '../../../src/core/order/incrementalOrder.ts';
import type { Analysis } from '../../../src/core/order/orderFinding.ts';
import type { NamedScope, OrderedRule } from '../../../src/core/order/orderedRule.ts';
import { readScope } from '../../../src/core/order/readScope.ts';
import { ScopePool } from '../../../src/core/order/scopePool.ts';
import { collections, drawn, few } from './drawnRules.ts';

const all = new Set(resourceLists);

/** One edit of a policy or of the collections; numbers are taken modulo what there is. */
const edit = fc.record({
  kind: fc.constantFrom('move', 'insert', 'remove', 'effect', 'enable', 'scope', 'collection', 'unknown'),
  at: fc.nat(1000),
  to: fc.nat(1000),
  named: fc.array(fc.nat(4), { minLength: 1, maxLength: 3 }),
  effect: fc.constantFrom('alert', 'block', 'ignore'),
  images: few,
});
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
function told({ findings, notAnalysed }: Analysis): unknown {
  const all = findings.map((one) => ({
    kind: one.kind,
    rule: one.rule,
    by: one.by,
    scope: 'scope' in one && one.scope,
    witness: 'witness' in one && one.witness,
  }));
  return { all, notAnalysed };
}

test('kept up to date it says what a fresh analysis says, after any edits, also where policies share what is known', () => {
  fc.assert(
    fc.property(
      collections,
      drawn,
      fc.array(edit, { minLength: 1, maxLength: 20 }),
      (patterns, rules, edits) => {
        const edited = new Edited(patterns);
        edited.rules = rules.map(({ named, effect, enabled }) => edited.rule(named, effect, enabled));
        const pool = new ScopePool();
        const kept = new IncrementalOrder({ pool });
        const turned = new IncrementalOrder({ pool, effectOfNone: 'alert' });
        for (const one of edits) {
          assert.deepEqual(told(kept.update(edited.rules)), told(analyseOrder(edited.rules)));
          const upsideDown = edited.rules.toReversed();
          assert.deepEqual(
            told(turned.update(upsideDown)),
            told(analyseOrder(upsideDown, { effectOfNone: 'alert' })),
          );
          edited.apply(one);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('with an index it says what is found by holding every rule beside every other', () => {
  fc.assert(
    fc.property(collections, drawn, fc.boolean(), (patterns, rules, hasDefault) => {
      const edited = new Edited(patterns);
      const ordered = rules.map(({ named, effect, enabled }) => edited.rule(named, effect, enabled));
      const options = hasDefault ? { effectOfNone: 'alert' } : {};
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
      assert.deepEqual(claims(analyseOrder(ordered, options)), claims(analysePlainly(ordered, options)));
    }),
    { numRuns: 300 },
  );
});
