import { Bits } from './bits.ts';
import type { CompiledRule, Part } from './compiledRule.ts';
import type { OrderFinding } from './orderFinding.ts';
import type { Answer, Questions } from './questions.ts';
import type { ScopeClasses } from './scopeClasses.ts';

/** What is known of a class from the first enabled rule on that names it. */
export interface Named {
  /** The place of that rule. */
  readonly first: number;
  /** How many classes were named before. */
  readonly order: number;
  /** Whether something may be left of it for that rule. */
  readonly isLeft: boolean;
  readonly effect: number;
  /** Rules that take all of it together, in rising order. */
  readonly by: readonly number[];
  /** Classes of rules above of which something is left for those and that may share something with it. */
  readonly above: Bits;
  /** Something in it that no class above has for certain; undefined when it is not known whether there is something. */
  readonly left: Answer | undefined;
  /** The effect of all that may decide in it, or `mixed`, or `nobody`; undefined as long as nobody asked. */
  onlyEffect?: number;
  /** By effect, what another effect is decided for in it. */
  readonly otherwise: Map<number, Otherwise>;
}

interface Otherwise {
  readonly proof?: Answer;
  readonly isOpen: boolean;
  readonly gaveUp: boolean;
}

/** Beyond all places. */
export const never = 2 ** 31 - 1;

const mixed = -1;
const nobody = -2;
const alike: Otherwise = { isOpen: false, gaveUp: false };

/** The rules from the first to the last: what is left for each. */
export class WayDown {
  readonly findings: OrderFinding[] = [];
  readonly gaveUp = new Set<number>();
  /** Rules that may decide for something, each with the classes of which something is left for it. */
  readonly living = new Map<number, readonly number[]>();
  readonly #classes: ScopeClasses;
  readonly #questions: Questions;
  readonly #named: (Named | undefined)[] = [];
  readonly #left = new Bits();
  #count = 0;

  constructor(classes: ScopeClasses, questions: Questions) {
    this.#classes = classes;
    this.#questions = questions;
  }

  named(scopeClass: number): Named {
    return this.#named[scopeClass] as Named;
  }

  take(place: number, { enabled, parts, effect, covered }: CompiledRule): void {
    for (const { scope, by } of covered) {
      this.findings.push({ kind: 'covered-collection', rule: place, scope, by: [by] });
    }
    if (!enabled || parts.length === 0) {
      return;
    }
    const left: number[] = [];
    for (const { scopeClass } of parts) {
      const named = (this.#named[scopeClass] ??= this.#meet(scopeClass, place, effect));
      if (named.isLeft && named.first === place) {
        left.push(scopeClass);
      }
    }
    if (left.length === 0) {
      this.findings.push(this.#dead(place, parts, effect));
      return;
    }
    this.living.set(place, left);
    left.forEach((scopeClass) => this.#left.add(scopeClass));
    if (left.length < parts.length) {
      for (const { scope, scopeClass } of parts) {
        const { isLeft, first, by } = this.named(scopeClass);
        if (!isLeft || first !== place) {
          this.findings.push({ kind: 'partly-dead', rule: place, scope, by });
        }
      }
    }
  }

  #meet(scopeClass: number, first: number, effect: number): Named {
    const classes = this.#classes;
    const order = this.#count++;
    const above = classes.near(scopeClass).and(this.#left);
    const taken = (by: readonly number[]): Named => {
      return { first, order, isLeft: false, effect, by, above, left: undefined, otherwise: new Map() };
    };
    const known = above.and(classes.known);
    const wide = classes.wider(scopeClass).and(known).members();
    if (wide.length > 0) {
      return taken([Math.min(...wide.map((one) => this.named(one).first))]);
    }
    const left = this.#questions.ask('left', scopeClass, undefined, known);
    if (left.kind === 'none') {
      return taken(this.#needed(scopeClass, known));
    }
    if (left.kind === 'gave-up') {
      this.gaveUp.add(first);
    }
    return { first, order, isLeft: true, effect, by: [first], above, left, otherwise: new Map() };
  }

  /** Rules that take a class together, without those whose part others take as well. */
  #needed(scopeClass: number, takers: Bits): readonly number[] {
    let kept = takers.members();
    for (const rule of rising(kept.map((one) => this.named(one).first))) {
      const [own] = kept.filter((one) => this.named(one).first === rule);
      const rest = kept.filter((one) => this.named(one).first !== rule);
      const outside = new Bits();
      rest.forEach((one) => outside.add(one));
      if (this.#questions.ask('left-without', scopeClass, own, outside).kind === 'none') {
        kept = rest;
      }
    }
    return rising(kept.map((one) => this.named(one).first));
  }

  /** A rule for which nothing is left: does what decides in its place do the same? */
  #dead(rule: number, parts: readonly Part[], effect: number): OrderFinding {
    const [first] = parts;
    const by =
      parts.length === 1 && first
        ? this.named(first.scopeClass).by
        : rising(parts.flatMap(({ scopeClass }) => this.named(scopeClass).by));
    let isOpen = false;
    for (const { scopeClass } of parts) {
      const { proof, isOpen: isOpenHere, gaveUp } = this.#otherwise(scopeClass, effect);
      if (proof) {
        const questions = this.#questions;
        return {
          kind: 'dead',
          rule,
          by,
          // Made when it is looked at.
          get witness() {
            return questions.exampleOf(proof);
          },
        };
      }
      isOpen ||= isOpenHere;
      if (gaveUp) {
        this.gaveUp.add(rule);
      }
    }
    return { kind: isOpen ? 'dead' : 'redundant', rule, by };
  }

  #otherwise(scopeClass: number, effect: number): Otherwise {
    const named = this.named(scopeClass);
    named.onlyEffect ??= this.#onlyEffect(named);
    if (named.onlyEffect === effect || named.onlyEffect === nobody) {
      return alike;
    }
    let otherwise = named.otherwise.get(effect);
    if (!otherwise) {
      otherwise = this.#decidedOtherwise(scopeClass, named, effect);
      named.otherwise.set(effect, otherwise);
    }
    return otherwise;
  }

  #onlyEffect({ isLeft, effect, above }: Named): number {
    let only = isLeft ? effect : nobody;
    for (const one of above.members()) {
      const other = this.named(one).effect;
      if (only !== other) {
        if (only !== nobody) {
          return mixed;
        }
        only = other;
      }
    }
    return only;
  }

  #decidedOtherwise(scopeClass: number, named: Named, effect: number): Otherwise {
    const { known } = this.#classes;
    const isClear = known.has(scopeClass) && named.above.isWithin(known);
    if (isClear && named.effect !== effect && named.left?.kind === 'point') {
      return { proof: named.left, isOpen: true, gaveUp: false };
    }
    const above = named.above.members();
    const deciders = named.isLeft ? [...above, scopeClass] : above;
    const others = deciders.filter((one) => this.named(one).effect !== effect);
    let [isOpen, gaveUp] = [false, false];
    for (const decider of risingBy(others, (one) => this.named(one).order)) {
      const { first } = this.named(decider);
      const outside = new Bits();
      for (const one of above) {
        if (this.named(one).first < first && this.#classes.near(decider).has(one)) {
          outside.add(one);
        }
      }
      const possible = this.#questions.ask('decides', scopeClass, decider, outside.and(known));
      if (possible.kind === 'none') {
        continue;
      }
      isOpen = true;
      gaveUp ||= possible.kind === 'gave-up';
      if (known.has(scopeClass) && known.has(decider)) {
        const proof = isClear
          ? possible
          : this.#questions.ask('decides-surely', scopeClass, decider, outside);
        if (proof.kind === 'point') {
          return { proof, isOpen, gaveUp: false };
        }
      }
    }
    return { isOpen, gaveUp };
  }
}

/** The least first, each found when it is needed: mostly the first is enough. No two are equal. */
function* risingBy(items: readonly number[], keyOf: (item: number) => number): Generator<number> {
  let last = -1;
  for (;;) {
    let next: number | undefined;
    let least = never;
    for (const item of items) {
      const key = keyOf(item);
      if (key > last && key < least) {
        [next, least] = [item, key];
      }
    }
    if (next === undefined) {
      return;
    }
    yield next;
    last = least;
  }
}

function rising(places: readonly number[]): readonly number[] {
  return [...new Set(places)].sort((a, b) => a - b);
}
