import { Bits } from './bits.ts';
import type { OrderedRule } from './orderedRule.ts';
import type { ScopeMatrix } from './scopeMatrix.ts';

/** A rule, and the classes that no rule above it names. Only such a rule applies to something. */
export interface Naming {
  readonly place: number;
  readonly classes: readonly number[];
}

/** A rule that may apply in a region: it is the first that names the class. */
export interface Candidate {
  readonly place: number;
  readonly scopeClass: number;
  /** What the region leaves out, and what rules above name, as far as it is near. It changes with the next candidate. */
  readonly above: Bits;
}

/** The enabled rules that are the first to name something, in order. `classesOf`: the classes that a rule names. */
export function namingsOf(
  rules: readonly OrderedRule[],
  classesOf: (rule: OrderedRule, place: number) => readonly number[],
): readonly Naming[] {
  const namings: Naming[] = [];
  const named = new Bits();
  for (let place = 0; place < rules.length; place++) {
    const rule = rules[place] as OrderedRule;
    const classes: number[] = [];
    for (const one of rule.enabled ? classesOf(rule, place) : []) {
      if (!named.has(one)) {
        named.add(one);
        classes.push(one);
      }
    }
    if (classes.length > 0) {
      namings.push({ place, classes });
    }
  }
  return namings;
}

/**
 * The rules that may apply in a region, in order. The region is everything that is in all of `inside` and in none of `outside`.
 * Whether one applies there is a question for `RegionSearch.applies`, with the class added to `inside`, and with `above`.
 */
export function* candidatesIn(
  matrix: ScopeMatrix,
  inside: readonly number[],
  outside: Bits,
  namings: Iterable<Naming>,
): Generator<Candidate, void, void> {
  const [first, ...others] = inside;
  const near = matrix.near(first as number).copy();
  for (const one of others) {
    near.keep(matrix.near(one));
  }
  const above = near.and(outside);
  for (const { place, classes } of namings) {
    const own = classes.filter((one) => near.has(one));
    for (const scopeClass of own) {
      yield { place, scopeClass, above };
    }
    own.forEach((one) => above.add(one));
  }
}
