import { Bits } from './bits.ts';
import { mixed, nobody, type ClassState, type Decided, type Otherwise } from './classState.ts';
import type { CompiledRule } from './compiledRule.ts';
import type { OrderFinding } from './orderFinding.ts';
import type { Answer, Questions } from './questions.ts';
import type { RuleTable } from './ruleTable.ts';
import type { Point } from './scope.ts';
import type { ScopeClasses } from './scopeClasses.ts';

const unset = -3;
/** Steps of searches after which others get their turn: a few milliseconds. */
export const muchWork = 5000;

const [living, dead, redundant] = [0, 1, 2];
const nothingYet = { left: undefined, takers: undefined, decided: undefined };

type PartlyDead = Extract<OrderFinding, { kind: 'partly-dead' }>;

/** A rule that may decide for something, with the classes of which something is left for it. */
export interface Living {
  readonly place: number;
  readonly classes: readonly number[];
}

/** What a policy is analysed with, kept from one update to the next. */
export interface Kept {
  readonly classes: ScopeClasses;
  readonly questions: Questions;
  /** By class. */
  readonly states: ClassState[];
}

/** The rules from the first to the last: what is left for each. */
export class WayDown {
  readonly gaveUp = new Set<number>();
  readonly living: Living[] = [];
  readonly #classes: ScopeClasses;
  readonly #questions: Questions;
  readonly #states: ClassState[];
  readonly #table: RuleTable;
  /** By class: the first enabled rule that names it, and how many classes were named before. */
  readonly #first: Int32Array;
  readonly #order: Int32Array;
  readonly #update: number;
  readonly #isLeft: Uint8Array;
  /** By class of which nothing is left: what takes it. */
  readonly #takers: (readonly number[])[] = [];
  /** By class, of `Decided`: its only effect, and the effect of its first rule when that decides for certain. */
  readonly #only: Int32Array;
  readonly #certain: Int32Array;
  readonly #byFirst: (Answer | undefined)[] = [];
  /** By place, of a rule for which nothing is left. */
  readonly #verdicts: Uint8Array;
  /** By place, the class of which its first rule proves that another effect is decided, or -1. */
  readonly #proofs: Int32Array;
  readonly #otherProofs = new Map<number, Answer>();
  readonly #partly: PartlyDead[] = [];
  /** Classes of which something is left for a rule so far. */
  readonly #left = new Bits();
  readonly #leftInOrder: number[] = [];
  /** Their first rules. */
  readonly #leftPlaces: number[] = [];
  #last: WayDown | undefined;
  /** Whether all that was left so far is as it was the last time. */
  #isAsBefore: boolean;
  #count = 0;

  /** `last`: what was found the last time with what is kept. */
  constructor({ classes, questions, states }: Kept, table: RuleTable, last?: WayDown) {
    this.#last = last;
    this.#isAsBefore = last !== undefined;
    this.#update = questions.update;
    this.#classes = classes;
    this.#questions = questions;
    this.#states = states;
    this.#table = table;
    this.#verdicts = new Uint8Array(table.length);
    this.#proofs = new Int32Array(table.length).fill(-1);
    const { size } = classes;
    this.#first = new Int32Array(size).fill(-1);
    this.#order = new Int32Array(size);
    this.#isLeft = new Uint8Array(size);
    this.#only = new Int32Array(size).fill(unset);
    this.#certain = new Int32Array(size).fill(unset);
  }

  /** Of a class that is named. */
  state(scopeClass: number): ClassState {
    return this.#states[scopeClass] as ClassState;
  }

  /** Rules that take all of a class together, in rising order. */
  takersOf(scopeClass: number): readonly number[] {
    return this.#isLeft[scopeClass] === 1
      ? [this.#firstOf(scopeClass)]
      : (this.#takers[scopeClass] ?? []).map((one) => this.#firstOf(one));
  }

  /** The same of all classes of a rule. */
  takersAt(place: number): readonly number[] {
    const { starts, classes } = this.#table;
    const own = [...classes.subarray(starts[place], starts[place + 1])];
    const [one = 0] = own;
    return own.length === 1 ? this.takersOf(one) : rising(own.flatMap((each) => this.takersOf(each)));
  }

  /** What came before is not needed any more. */
  finish(): void {
    this.#last = undefined;
  }

  /** By rule. */
  findings(): readonly OrderFinding[] {
    const findings: OrderFinding[] = [];
    let nextPartly = 0;
    for (let rule = 0; rule < this.#table.length; rule++) {
      if (this.#table.hasCovered(rule, this.#classes)) {
        for (const { scope, by } of this.#rule(rule).covered(this.#classes)) {
          findings.push({ kind: 'covered-collection', rule, scope, by: [by] });
        }
      }
      for (; this.#partly[nextPartly]?.rule === rule; nextPartly++) {
        findings.push(this.#partly[nextPartly] as PartlyDead);
      }
      const verdict = this.#verdicts[rule];
      const proof = this.#byFirst[this.#proofs[rule] as number] ?? this.#otherProofs.get(rule);
      if (proof) {
        findings.push(new DeadRule(rule, this, proof));
      } else if (verdict !== living) {
        findings.push({ kind: verdict === dead ? 'dead' : 'redundant', rule, by: this.takersAt(rule) });
      }
    }
    return findings;
  }

  /** Takes rules up to `end`, or fewer when that is much work; answers with the place of the next. */
  take(start: number, end: number): number {
    const enough = this.#questions.work + muchWork;
    const { starts, classes } = this.#table;
    const [first, isLeft] = [this.#first, this.#isLeft];
    for (let place = start; place < end; place++) {
      this.#table.hasCovered(place, this.#classes);
      const stop = starts[place + 1] as number;
      const from = starts[place] as number;
      let left = 0;
      for (let at = from; at < stop; at++) {
        const scopeClass = classes[at] as number;
        if (first[scopeClass] === -1) {
          this.#meet(scopeClass, place);
        }
        if (this.#classes.isTooMuch(scopeClass)) {
          this.gaveUp.add(place);
        }
        if (first[scopeClass] === place && isLeft[scopeClass] === 1) {
          left++;
        }
      }
      if (left > 0) {
        this.#keep(place, left === stop - from);
      } else if (stop > from) {
        this.#judge(place, from, stop);
      }
      if (this.#questions.work > enough) {
        return place + 1;
      }
    }
    return end;
  }

  /** Whether the last time the same class was left next, with a rule that does the same. */
  #isNextAsBefore(scopeClass: number, place: number): boolean {
    const last = this.#last;
    if (!last) {
      return false;
    }
    const at = this.#leftInOrder.length;
    const lastPlace = last.#leftPlaces[at];
    if (lastPlace === undefined || last.#leftInOrder[at] !== scopeClass) {
      return false;
    }
    const joins = (places: readonly number[], own: number): boolean => places[at - 1] === own;
    const effect = last.#table.knownEffectAt(lastPlace);
    return (
      joins(last.#leftPlaces, lastPlace) === joins(this.#leftPlaces, place) &&
      (effect === undefined || effect === this.#table.effectAt(place))
    );
  }

  #firstOf(scopeClass: number): number {
    return this.#first[scopeClass] as number;
  }

  #rule(place: number): CompiledRule {
    return this.#table.compiled[place] as CompiledRule;
  }

  #keep(place: number, isWhole: boolean): void {
    const { classes, scopes } = this.#rule(place);
    const left: number[] = [];
    for (let at = 0; at < classes.length; at++) {
      const scopeClass = classes[at] as number;
      if (isWhole || (this.#isLeft[scopeClass] === 1 && this.#first[scopeClass] === place)) {
        left.push(scopeClass);
        if (!this.#left.has(scopeClass)) {
          this.#left.add(scopeClass);
          this.#isAsBefore &&= this.#isNextAsBefore(scopeClass, place);
          this.#leftInOrder.push(scopeClass);
          this.#leftPlaces.push(place);
          if (!this.#isAsBefore) {
            this.state(scopeClass).decided = undefined;
          }
        }
      } else {
        const by = this.takersOf(scopeClass);
        this.#partly.push({ kind: 'partly-dead', rule: place, scope: scopes[at] as number, by });
      }
    }
    this.living.push({ place, classes: left });
  }

  #meet(scopeClass: number, place: number): void {
    this.#first[scopeClass] = place;
    this.#order[scopeClass] = this.#count++;
    let state = this.#states[scopeClass];
    if (!state?.isEasy || !this.#classes.near(scopeClass).isCommon(this.#left, state.above)) {
      state = {
        above: this.#classes.near(scopeClass).and(this.#left),
        isEasy: true,
        update: this.#update,
        ...nothingYet,
      };
      this.#states[scopeClass] = state;
    } else if (!this.#isAsBefore || state.update !== this.#update - 1) {
      [state.takers, state.decided] = [undefined, undefined];
    }
    state.update = this.#update;
    const wide = this.#firstOfAll(this.#classes.wider(scopeClass).and(state.above));
    if (wide !== undefined) {
      this.#takers[scopeClass] = [wide];
      return;
    }
    const before = this.#questions.hardLeft;
    const takers = state.above.and(this.#classes.known);
    state.left ??= this.#questions.ask('left', scopeClass, undefined, takers);
    if (state.left.kind === 'none') {
      state.takers ??= this.#needed(scopeClass, state.left);
      this.#takers[scopeClass] = state.takers;
    } else {
      this.#isLeft[scopeClass] = 1;
      if (state.left.kind === 'gave-up') {
        this.gaveUp.add(place);
      }
    }
    state.isEasy &&= this.#questions.hardLeft === before;
  }

  /** Of those that are named, the one that was named first. */
  #firstOfAll(classes: Bits, beyond = -1): number | undefined {
    let first: number | undefined;
    let least = this.#count;
    for (const one of classes.members()) {
      const order = this.#order[one] as number;
      if (order < least && order > beyond) {
        [first, least] = [one, order];
      }
    }
    return first;
  }

  /** A class of each rule that is needed to take all of a class: not of those whose part others take as well. */
  #needed(scopeClass: number, { core }: Answer): readonly number[] {
    const orderOf = (one: number): number => this.#order[one] as number;
    let kept = core.toSorted((a, b) => orderOf(a) - orderOf(b));
    for (const own of this.#oneOfEach(kept)) {
      const rest = kept.filter((one) => this.#first[one] !== this.#first[own]);
      const outside = new Bits();
      rest.forEach((one) => outside.add(one));
      if (this.#questions.ask('left-without', scopeClass, own, outside).kind === 'none') {
        kept = rest;
      }
    }
    return this.#oneOfEach(kept);
  }

  #oneOfEach(sorted: readonly number[]): readonly number[] {
    return sorted.filter((one, at) => at === 0 || this.#first[one] !== this.#first[sorted[at - 1] as number]);
  }

  /** A rule for which nothing is left: does what decides in its place do the same? */
  #judge(place: number, from: number, stop: number): void {
    const { classes } = this.#table;
    const effect = this.#table.effectAt(place);
    let isOpen = false;
    for (let at = from; at < stop; at++) {
      const scopeClass = classes[at] as number;
      if (this.#only[scopeClass] === unset) {
        this.#decide(scopeClass);
      }
      const only = this.#only[scopeClass];
      if (only === effect || only === nobody) {
        continue;
      }
      const certain = this.#certain[scopeClass];
      if (certain !== unset && certain !== effect) {
        this.#verdicts[place] = dead;
        this.#proofs[place] = scopeClass;
        return;
      }
      const otherwise = this.#otherwise(scopeClass, effect);
      if (otherwise.proof) {
        this.#verdicts[place] = dead;
        this.#otherProofs.set(place, otherwise.proof);
        return;
      }
      isOpen ||= otherwise.isOpen;
      if (otherwise.gaveUp) {
        this.gaveUp.add(place);
      }
    }
    this.#verdicts[place] = isOpen ? dead : redundant;
  }

  #effectOf(scopeClass: number): number {
    return this.#table.effectAt(this.#firstOf(scopeClass));
  }

  #decide(scopeClass: number): void {
    const state = this.state(scopeClass);
    state.decided ??= this.#newDecided(scopeClass, state);
    const { only, byFirst } = state.decided;
    this.#only[scopeClass] = only;
    if (byFirst) {
      this.#certain[scopeClass] = this.#effectOf(scopeClass);
      this.#byFirst[scopeClass] = byFirst;
    }
  }

  #newDecided(scopeClass: number, { above, left }: ClassState): Decided {
    const isLeft = this.#isLeft[scopeClass] === 1;
    let only = isLeft ? this.#effectOf(scopeClass) : nobody;
    for (const one of above.members()) {
      const effect = this.#effectOf(one);
      if (only === nobody) {
        only = effect;
      } else if (only !== effect) {
        only = mixed;
        break;
      }
    }
    const byFirst = isLeft && left?.kind === 'point' && this.#isClear(scopeClass, above) ? left : undefined;
    return { only, byFirst, otherwise: new Map() };
  }

  /** Whether it is known exactly what it names, and all that may decide in it. */
  #isClear(scopeClass: number, above: Bits): boolean {
    const { known } = this.#classes;
    return known.has(scopeClass) && above.isWithin(known);
  }

  #otherwise(scopeClass: number, effect: number): Otherwise {
    const state = this.state(scopeClass);
    const known = state.decided?.otherwise.get(effect);
    if (known) {
      return known;
    }
    const before = this.#questions.hardLeft;
    const found = this.#decidedOtherwise(scopeClass, effect, state);
    state.decided?.otherwise.set(effect, found);
    state.isEasy &&= this.#questions.hardLeft === before;
    return found;
  }

  #decidedOtherwise(scopeClass: number, effect: number, { above }: ClassState): Otherwise {
    const { known } = this.#classes;
    const isClear = this.#isClear(scopeClass, above);
    const deciders = above.copy();
    if (this.#isLeft[scopeClass] === 1) {
      deciders.add(scopeClass);
    }
    const all = above.members();
    let [isOpen, gaveUp] = [false, false];
    for (
      let decider = this.#firstOfAll(deciders);
      decider !== undefined;
      decider = this.#firstOfAll(deciders, this.#order[decider])
    ) {
      if (this.#effectOf(decider) === effect) {
        continue;
      }
      const near = this.#classes.near(decider);
      const outside = new Bits();
      for (const one of all) {
        if (this.#firstOf(one) < this.#firstOf(decider) && near.has(one)) {
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

  exampleOf(proof: Answer): Point | undefined {
    return this.#questions.exampleOf(proof);
  }
}

/** What is not always needed is worked out when it is asked for. */
class DeadRule {
  readonly kind = 'dead';
  readonly rule: number;
  readonly #down: WayDown;
  readonly #proof: Answer;

  constructor(rule: number, down: WayDown, proof: Answer) {
    this.rule = rule;
    this.#down = down;
    this.#proof = proof;
  }

  get by(): readonly number[] {
    return this.#down.takersAt(this.rule);
  }

  get witness(): Point | undefined {
    return this.#down.exampleOf(this.#proof);
  }
}

function rising(places: readonly number[]): readonly number[] {
  return [...new Set(places)].sort((a, b) => a - b);
}
