import * as fc from 'fast-check';
import { resourceLists, type CollectionPatterns } from '../../../src/core/policy/collections.ts';
import type { OrderedRule } from '../../../src/core/order/orderedRule.ts';
import { boxOf } from './boxes.ts';

const all = new Set(resourceLists);
export const few = fc
  .array(fc.constantFrom('*', 'a*', '*a', '*a*', 'b*', '*b', 'a', 'ab*', '-a*', '-*b', '-b'), {
    minLength: 1,
    maxLength: 2,
  })
  .filter((written) => written.some((one) => !one.startsWith('-')));
export const collections = fc.array(
  fc.oneof(fc.record({ images: few }), fc.record({ images: few, namespaces: few })),
  { minLength: 2, maxLength: 5 },
);
export interface Drawn {
  readonly enabled: boolean;
  readonly named: readonly number[];
  readonly effect: string;
}
export const drawn = fc.array(
  fc.record({
    enabled: fc.nat(5).map((one) => one > 0),
    named: fc.array(fc.nat(4), { minLength: 1, maxLength: 3 }),
    effect: fc.constantFrom('alert', 'block'),
  }),
  { minLength: 1, maxLength: 7 },
);

/** Rules over these collections; the same collection is the same box. */
export function orderedRules(
  patterns: readonly CollectionPatterns[],
  rules: readonly Drawn[],
): readonly OrderedRule[] {
  const boxes = patterns.map((one) => boxOf(one, all));
  return rules.map(({ enabled, named, effect }, index) => ({
    name: `rule ${index}`,
    enabled,
    effect,
    scopes: named.map((place) => {
      const at = place % patterns.length;
      return { name: `c${at}`, box: boxes[at] };
    }),
  }));
}
