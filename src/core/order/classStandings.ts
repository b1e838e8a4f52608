import { Bits } from './bits.ts';
import type { ClassState, Decided } from './classState.ts';
import { LeftOrder } from './leftOrder.ts';
import type { Answer, Questions } from './questions.ts';
import type { RuleTable } from './ruleTable.ts';
import type { ScopeClasses } from './scopeClasses.ts';

/** What a policy is analyzed with, kept from one update to the next. */
export interface Kept {
  readonly classes: ScopeClasses;
  readonly questions: Questions;
  /** By class. */
  readonly states: ClassState[];
}

const nobody: readonly number[] = [];
const nothingYet = { left: undefined, wide: undefined, takers: undefined, decided: undefined };

/** What is left of each class for the first rule that names it, as the rules above are met one after the other. */
export class ClassStandings {
  /** By class: the first enabled rule that names it, or -1. */
  readonly first: Int32Array;
  /** By class: whether something of it is left for that rule. */
  readonly isLeft: Uint8Array;
  /** By class: whether what is decided in it may be something else than the last time. */
  readonly isChanged: Uint8Array;
  /** Those of which something is left. */
  readonly left: LeftOrder;
  /** Those that were met so far, in this order. */
  readonly met: number[] = [];
  #isUnchanged = true;
  /** Of those that were met the last time, the next. */
  #nextMet = 0;
  readonly #classes: ScopeClasses;
  readonly #questions: Questions;
  readonly #states: ClassState[];
  readonly #update: number;
  /** By class of which nothing is left: what takes it. */
  readonly #takers: (readonly number[])[] = [];
  #last: ClassStandings | undefined;

  /** `last`: what was found the last time with what is kept. */
  constructor({ classes, questions, states }: Kept, table: RuleTable, last: ClassStandings | undefined) {
    this.#classes = classes;
    this.#questions = questions;
    this.#states = states;
    this.#update = questions.update;
    this.#last = last;
    const { size } = classes;
    this.first = new Int32Array(size).fill(-1);
    this.isLeft = new Uint8Array(size);
    this.isChanged = new Uint8Array(size);
    this.left = new LeftOrder(size, table, last?.left);
  }

  /** Of a class that is named. */
  state(scopeClass: number): ClassState {
    return this.#states[scopeClass] as ClassState;
  }

  /** By class, what is decided in it as far as anybody asked. */
  decided(): readonly (Decided | undefined)[] {
    return this.#states.map((state) => state.decided);
  }

  firstOf(scopeClass: number): number {
    return this.first[scopeClass] as number;
  }

  /** Rules that take all of a class together, in rising order. */
  takersOf(scopeClass: number): readonly number[] {
    return this.isLeft[scopeClass] === 1
      ? [this.firstOf(scopeClass)]
      : (this.#takers[scopeClass] ?? nobody).map((one) => this.firstOf(one));
  }

  /** What came before is not needed any more. */
  finish(): void {
    this.#last = undefined;
    this.left.finish();
  }

  /**
   * Takes over what was found of the rules above `end`, which are those that stood there the last time; not where something of it took
   * so long that it counts again. Answers whether it did.
   */
  takeOver(end: number): boolean {
    const last = this.#last;
    if (!last) {
      return false;
    }
    const { met, first, isLeft } = last;
    let count = 0;
    for (; count < met.length && (first[met[count] as number] as number) < end; count++) {
      const { isEasy, update } = this.state(met[count] as number);
      if (!isEasy || update !== this.#update - 1) {
        return false;
      }
    }
    for (; this.#nextMet < count; this.#nextMet++) {
      const scopeClass = met[this.#nextMet] as number;
      this.met.push(scopeClass);
      this.first[scopeClass] = first[scopeClass] as number;
      this.isLeft[scopeClass] = isLeft[scopeClass] as number;
      this.#takers[scopeClass] = last.#takers[scopeClass] ?? nobody;
      this.state(scopeClass).update = this.#update;
    }
    this.left.takeOver(end);
    return true;
  }

  /**
   * Where the last time, from `place` on, the next class was met; undefined when what was found of the rules from there on may not
   * hold any more: something is not as it was then, or a class is not met that was met by then.
   */
  nextMet(place: number): number | undefined {
    const last = this.#last;
    if (!last || !this.#isUnchanged) {
      return undefined;
    }
    const { met, first } = last;
    for (; this.#nextMet < met.length; this.#nextMet++) {
      const scopeClass = met[this.#nextMet] as number;
      const then = first[scopeClass] as number;
      if (then >= place) {
        return then;
      }
      if (this.first[scopeClass] === -1) {
        return undefined;
      }
    }
    return Number.MAX_SAFE_INTEGER;
  }

  /** Its first rule is met. What is left of it counts for later rules when it is entered in `left`. */
  meet(scopeClass: number, place: number): void {
    this.first[scopeClass] = place;
    this.met.push(scopeClass);
    const state = this.#stateOf(scopeClass);
    state.wide ??= this.#wideOf(scopeClass, state.above);
    if (state.wide !== -1) {
      this.#takers[scopeClass] = [state.wide];
      return;
    }
    const before = this.#questions.hardLeft;
    state.left ??= this.#questions.ask('left', scopeClass, undefined, this.#classes.knownOf(state.above));
    if (state.left.kind === 'none') {
      state.takers ??= this.#needed(scopeClass, state.left);
      this.#takers[scopeClass] = state.takers;
    } else {
      this.isLeft[scopeClass] = 1;
    }
    state.isEasy &&= this.#questions.hardLeft === before;
  }

  /** What was found the last time is used again where it has to be the same. */
  #stateOf(scopeClass: number): ClassState {
    const { bits, touched, isAsBefore } = this.left;
    const leftBefore = this.left.classes.length;
    const known = this.#states[scopeClass];
    const isFresh = known?.update === this.#update - 1;
    if (known?.isEasy && isFresh && isAsBefore && known.leftBefore === leftBefore) {
      known.update = this.#update;
      return known;
    }
    const near = this.#classes.near(scopeClass);
    if (!known?.isEasy || !near.isCommon(bits, known.above)) {
      const above = near.and(bits);
      const state = { above, isEasy: true, update: this.#update, leftBefore, ...nothingYet };
      this.#states[scopeClass] = state;
      this.#change(scopeClass);
      return state;
    }
    if (!this.#last || !isFresh || known.above.meets(touched)) {
      known.wide = undefined;
      known.takers = undefined;
      known.decided = undefined;
      this.#change(scopeClass);
    }
    known.update = this.#update;
    known.leftBefore = leftBefore;
    return known;
  }

  /** -1 when there is none. */
  #wideOf(scopeClass: number, above: Bits): number {
    const wider = this.#classes.wider(scopeClass);
    return wider.meets(above) ? (this.left.firstOf(wider.and(above)) ?? -1) : -1;
  }

  /** Something of it is left for its first rule. */
  keep(scopeClass: number): void {
    this.left.add(scopeClass, this.firstOf(scopeClass));
    if (this.left.touched.has(scopeClass)) {
      this.state(scopeClass).decided = undefined;
      this.#change(scopeClass);
    }
  }

  #change(scopeClass: number): void {
    this.isChanged[scopeClass] = 1;
    this.#isUnchanged = false;
  }

  /** A class of each rule that is needed to take all of a class: not of those whose part others take as well. */
  #needed(scopeClass: number, { core }: Answer): readonly number[] {
    let kept = this.left.sorted(core);
    for (const own of this.#oneOfEach(kept)) {
      const rest = kept.filter((one) => this.first[one] !== this.first[own]);
      const outside = new Bits();
      rest.forEach((one) => outside.add(one));
      if (this.#questions.ask('left-without', scopeClass, own, outside).kind === 'none') {
        kept = rest;
      }
    }
    return this.#oneOfEach(kept);
  }

  #oneOfEach(sorted: readonly number[]): readonly number[] {
    return sorted.filter((one, at) => at === 0 || this.first[one] !== this.first[sorted[at - 1] as number]);
  }
}
