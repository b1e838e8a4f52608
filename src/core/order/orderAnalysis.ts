import { Bits } from './bits.ts';
import { candidatesIn, groupedByPlace, type Candidate, type Naming } from './candidates.ts';
import type { Analysis, OrderFinding } from './orderFinding.ts';
import type { Answer, RegionSearch } from './regionSearch.ts';
import type { RuleClasses } from './ruleClasses.ts';
import type { Point } from './scope.ts';
import { verdicts, type TopDownPass } from './topDownPass.ts';

/** Steps of questions between two chances to give way: a few milliseconds. */
const muchWork = 5000;

/** What the order of rules says, by one pass from the first to the last, and one back. */
export class OrderAnalysis implements Analysis {
  readonly #down: TopDownPass;
  readonly #effectOfNone: number;
  /** By class, the next rule below that names it. */
  readonly #next: Int32Array;
  /** By place, the rules because of which a rule is not needed. */
  readonly #unneeded = new Map<number, readonly number[]>();
  #findings: readonly OrderFinding[] | undefined;
  /** The work after which others get their turn. */
  #enough = 0;

  constructor(down: TopDownPass, effectOfNone: number) {
    this.#down = down;
    this.#effectOfNone = effectOfNone;
    this.#next = new Int32Array(down.matrix.size).fill(down.rules.length);
  }

  get notAnalyzed(): readonly number[] {
    return [...this.#down.gaveUp].sort((a, b) => a - b);
  }

  /** Made when they are read: there may be one for each rule. */
  get findings(): readonly OrderFinding[] {
    return (this.#findings ??= [...this.#makeFindings()]);
  }

  *steps(): Generator<void, void, void> {
    for (let place = 0; place < this.#down.rules.length; place++) {
      this.#down.take(place);
      if (this.#isDue()) {
        yield;
      }
    }
    let end = this.#down.rules.length;
    for (const applying of this.#down.applying.toReversed()) {
      this.#passUp(applying.place + 1, end);
      end = applying.place + 1;
      const by = yield* this.#unneededBecauseOf(applying);
      if (by) {
        this.#unneeded.set(applying.place, by);
      }
    }
  }

  /** Whether others get their turn. */
  #isDue(): boolean {
    const { work } = this.#down.search;
    const isDue = work > this.#enough;
    if (isDue) {
      this.#enough = work + muchWork;
    }
    return isDue;
  }

  #passUp(from: number, to: number): void {
    const next = this.#next;
    for (let place = to - 1; place >= from; place--) {
      const { classes } = this.#down.rules[place] as RuleClasses;
      for (let at = 0; at < classes.length; at++) {
        next[classes[at] as number] = place;
      }
    }
  }

  /** The rules below that do the same for all to which a rule applies; undefined where it is needed, or may be. */
  *#unneededBecauseOf({ place, classes }: Naming): Generator<void, readonly number[] | undefined, void> {
    const effect = this.#effectAt(place);
    if (!classes.every((one) => this.#mayBeUnneeded(one, effect))) {
      return undefined;
    }
    const taken = new Bits();
    for (const one of classes) {
      taken.addAll(this.#down.knownOf(this.#down.state(one).bits));
    }
    const by = new Set<number>();
    for (const one of classes) {
      const same = yield* this.#sameBelow(one, place, effect, taken);
      if (!same) {
        return undefined;
      }
      same.forEach((below) => by.add(below));
    }
    return [...by].sort((a, b) => a - b);
  }

  /** False where a resource to which the rule applies would get something else from the next rule below. */
  #mayBeUnneeded(one: number, effect: number): boolean {
    const { known } = this.#down.matrix;
    const { left } = this.#down.state(one);
    if (!known.has(one)) {
      return false;
    }
    if (left?.kind !== 'point') {
      return true;
    }
    let next = this.#down.rules.length;
    for (const holder of this.#down.search.holdersOf(left)) {
      const its = this.#next[holder] ?? next;
      if (its < next && (known.has(holder) || this.#effectAt(its) !== effect)) {
        next = its;
      }
    }
    return this.#effectAt(next) === effect;
  }

  /** The rules below that would apply to something of a class, where all that would have the effect; else undefined. */
  *#sameBelow(
    one: number,
    place: number,
    effect: number,
    taken: Bits,
  ): Generator<void, readonly number[] | undefined, void> {
    const { known } = this.#down.matrix;
    const wider = this.#down.matrix.wider(one);
    const same: Candidate[] = [];
    const outside = taken.copy();
    let end = this.#down.rules.length;
    for (const candidate of candidatesIn(this.#down.matrix, [one], taken, this.#namingsBelow(one))) {
      const { place: below, scopeClass, above } = candidate;
      if (below > end) {
        break;
      }
      if (this.#isDue()) {
        yield;
      }
      if (this.#effectAt(below) !== effect) {
        const { kind } = this.#down.search.find([one, scopeClass], this.#down.knownOf(above));
        if (kind === 'gave-up') {
          this.#down.gaveUp.add(place);
        }
        if (kind !== 'none') {
          return undefined;
        }
      } else if (known.has(scopeClass)) {
        same.push({ ...candidate, above: above.copy() });
        outside.add(scopeClass);
        end = wider.has(scopeClass) ? below : end;
      }
    }
    if (end === this.#down.rules.length && effect !== this.#effectOfNone) {
      const { kind } = this.#down.search.find([one], outside);
      if (kind === 'gave-up') {
        this.#down.gaveUp.add(place);
      }
      if (kind !== 'none') {
        return undefined;
      }
    }
    const by: number[] = [];
    for (const { place: below, scopeClass, above } of same) {
      if (this.#isDue()) {
        yield;
      }
      if (
        by.at(-1) !== below &&
        this.#down.search.find([one, scopeClass], this.#down.knownOf(above)).kind === 'point'
      ) {
        by.push(below);
      }
    }
    return by;
  }

  /** Rules below that are near a class, in order, each with classes that no other rule between names. */
  #namingsBelow(one: number): Iterable<Naming> {
    const below = this.#down.matrix
      .near(one)
      .members()
      .filter((other) => (this.#next[other] ?? this.#down.rules.length) < this.#down.rules.length)
      .sort((a, b) => (this.#next[a] as number) - (this.#next[b] as number) || a - b);
    return groupedByPlace(below, this.#next);
  }

  *#makeFindings(): Generator<OrderFinding, void, void> {
    let nextApplying = 0;
    for (let rule = 0; rule < this.#down.rules.length; rule++) {
      const { covered, classes, scopes, effect } = this.#down.rules[rule] as RuleClasses;
      for (const { scope, by } of covered) {
        yield { kind: 'covered-collection', rule, scope, by: [by] };
      }
      const verdict = this.#down.verdicts[rule];
      const applying = this.#down.applying[nextApplying];
      if (verdict === verdicts.proven) {
        const proof = classes
          .map((one) => this.#down.otherwise(one, effect).proof)
          .find((one) => one !== undefined);
        yield new ProvenShadowed(rule, this.#down.takersOf(classes), proof as Answer, this.#down.search);
      } else if (verdict !== verdicts.none) {
        const kind = verdict === verdicts.shadowed ? 'dead' : 'redundant';
        yield { kind, rule, by: this.#down.takersOf(classes) };
      } else if (applying?.place === rule) {
        nextApplying++;
        for (const [at, one] of classes.entries()) {
          if (!applying.classes.includes(one)) {
            yield { kind: 'partly-dead', rule, scope: scopes[at] as number, by: this.#down.takersOf([one]) };
          }
        }
        const by = this.#unneeded.get(rule);
        if (by) {
          yield { kind: 'no-effect', rule, by };
        }
      }
    }
  }

  #effectAt(place: number): number {
    return this.#down.rules[place]?.effect ?? this.#effectOfNone;
  }
}

/** A shadowed rule where another effect is proven. Mostly nobody asks for the example. */
class ProvenShadowed {
  readonly kind = 'dead';
  readonly rule: number;
  readonly by: readonly number[];
  readonly #proof: Answer;
  readonly #search: RegionSearch;

  constructor(rule: number, by: readonly number[], proof: Answer, search: RegionSearch) {
    this.rule = rule;
    this.by = by;
    this.#proof = proof;
    this.#search = search;
  }

  get witness(): Point | undefined {
    return this.#search.exampleOf(this.#proof);
  }
}
