import { Bits } from './bits.ts';
import type { Naming, RuleClasses } from './ruleClasses.ts';
import type { Answer, RegionSearch } from './regionSearch.ts';
import type { Point } from './scope.ts';
import type { ScopeMatrix } from './scopeMatrix.ts';

/** The result for one class at the first rule with this class. It stays valid while the rules above are the same in the class. */
export interface ClassState {
  /** Classes near it of rules above that apply to something, in order. */
  readonly above: readonly number[];
  /** For each of them, and last for its own first rule, what `markOf` has. */
  readonly marks: readonly number[];
  readonly bits: Bits;
  /** Something that is left of it for its first rule; undefined where one class above has all of it. */
  left: Answer | undefined;
  /** Classes of different rules that together contain all of it, where nothing is left. */
  takers: readonly number[] | undefined;
  /** Whether the rules of `above`, and last its own first rule, apply to something of it, as far as it was asked. */
  readonly answers: Answer[];
  /** Whether rules with another effect than the key apply in it. */
  readonly otherwise: Map<number, Otherwise>;
  /** No question took more than its free steps. */
  isEasy: boolean;
}

export interface Otherwise {
  /** Something to which the first rule of the class applies. */
  readonly proof?: { readonly answer: Answer; readonly scopeClass: number };
  readonly isOpen: boolean;
  readonly gaveUp: boolean;
}

export interface Witness {
  readonly point: Point;
  readonly rule: number;
}

/** Patterns that are looked at for examples of all rules. */
const maxLooksForExamples = 2_000_000;
/** So many times as many collections are worth another look for everything that they take together. */
const moreForEverything = 1.25;
/** Stands for all effects that no rule above has. */
const otherEffect = -2;
/** Results for rules that never apply: rules above have another effect, perhaps or proven, or the same effect. */
export const verdicts = { none: 0, shadowed: 1, redundant: 2, proven: 3 };

/** The rules of a policy from the first to the last: what is left for each, and what applies in place of the others. */
export class TopDownPass {
  readonly matrix: ScopeMatrix;
  readonly search: RegionSearch;
  readonly rules: readonly RuleClasses[];
  /** Rules that apply to something, with the classes of which something is left for them. */
  readonly applying: Naming[] = [];
  /** Results by place, for rules that never apply. */
  readonly verdicts: Uint8Array;
  /** Rules of which not all is known, as it takes too much. */
  readonly gaveUp = new Set<number>();
  /** States by class: of the last update, and of this one. */
  readonly #states: ClassState[];
  readonly #current: ClassState[] = [];
  /** For each class: the first enabled rule that names it, or -1, and whether this rule applies to something of it. */
  readonly #first: Int32Array;
  readonly #isLeft: Uint8Array;
  /** Classes of which something is left for their first rules, and by class its place in their order and the effect of the rule. */
  readonly #left = new Bits();
  readonly #rank: Int32Array;
  readonly #effects: Int32Array;
  #count = 0;
  /** Classes that together have everything there can be, once that is found, and how many are enough to look for it. */
  #everything: readonly number[] | undefined;
  #enoughForEverything = 1;
  #looksForExamples = maxLooksForExamples;

  /** `states`: by class, what was found the last time. */
  constructor(search: RegionSearch, rules: readonly RuleClasses[], states: ClassState[]) {
    const { size } = search.matrix;
    this.search = search;
    this.matrix = search.matrix;
    this.rules = rules;
    this.verdicts = new Uint8Array(rules.length);
    this.#states = states;
    this.#first = new Int32Array(size).fill(-1);
    this.#isLeft = new Uint8Array(size);
    this.#rank = new Int32Array(size);
    this.#effects = new Int32Array(size);
  }

  /** The state of a class that a rule names. */
  state(one: number): ClassState {
    return this.#current[one] as ClassState;
  }

  /** Takes the next rule. */
  passRule(place: number): void {
    if (!this.#passClasses(place)) {
      this.#compareEffects(place);
    }
  }

  classesAt(place: number): readonly number[] {
    return (this.rules[place] as RuleClasses).classes;
  }

  /** Something that a rule names, and the rule with another effect that applies to it, where that is proven. */
  witnessAt(place: number): Witness | undefined {
    const effect = this.effectAt(place);
    for (const one of this.classesAt(place)) {
      const { proof } = this.otherwise(one, effect);
      if (proof) {
        this.#looksForExamples -= proof.answer.example ? 0 : this.search.patternsOf(proof.answer);
        const point =
          this.#looksForExamples >= 0 ? this.search.exampleOf(proof.answer) : proof.answer.example;
        return point && { point, rule: this.#first[proof.scopeClass] as number };
      }
    }
    return undefined;
  }

  effectAt(place: number): number {
    return (this.rules[place] as RuleClasses).effect;
  }

  knownOf(classes: Bits): Bits {
    const { known } = this.matrix;
    return classes.isWithin(known) ? classes : classes.and(known);
  }

  /** Rules that together take all of some classes, in order. */
  shadowingRules(classes: readonly number[]): readonly number[] {
    const [one = 0] = classes;
    if (classes.length > 1) {
      const all: number[] = [];
      for (const each of classes) {
        for (const place of this.shadowingRules([each])) {
          if (!all.includes(place)) {
            all.push(place);
          }
        }
      }
      return all.sort((a, b) => a - b);
    }
    return this.#isLeft[one] === 1
      ? [this.#first[one] as number]
      : (this.#current[one]?.takers ?? []).map((other) => this.#first[other] as number);
  }

  /** Meets the classes of a rule that no rule above names. Returns whether something is left for it, or it names none. */
  #passClasses(place: number): boolean {
    const { classes } = this.rules[place] as RuleClasses;
    const first = this.#first;
    const isLeft = this.#isLeft;
    let left = 0;
    for (let at = 0; at < classes.length; at++) {
      const one = classes[at] as number;
      if (first[one] === -1) {
        first[one] = place;
        this.#findState(one, place);
      }
      if (first[one] === place) {
        left += isLeft[one] as number;
      }
    }
    if (classes.some((one) => this.matrix.tooMuch.has(one))) {
      this.gaveUp.add(place);
    }
    if (left > 0) {
      const own = [...new Set(classes)].filter((one) => first[one] === place && isLeft[one] === 1);
      this.applying.push({ place, classes: own });
      for (const one of own) {
        this.#rank[one] = ++this.#count;
        this.#effects[one] = this.effectAt(place);
        this.#left.add(one);
      }
    }
    return left > 0 || classes.length === 0;
  }

  #findState(one: number, place: number): void {
    const before = this.search.hardLeft;
    const state = this.#stateOf(one, place);
    if (!state.takers && !state.left) {
      this.#findLeft(one, state);
      state.isEasy &&= this.search.hardLeft === before;
    }
    this.#isLeft[one] = state.takers ? 0 : 1;
    if (state.left?.kind === 'gave-up') {
      this.gaveUp.add(place);
    }
  }

  #findLeft(one: number, state: ClassState): void {
    const wider = this.matrix.wider(one);
    const wide = state.above.find((other) => wider.has(other));
    if (wide !== undefined) {
      state.takers = [wide];
      return;
    }
    if (!this.#everything) {
      state.left = this.search.find([one], this.knownOf(state.bits));
      if (state.left.kind === 'gave-up') {
        this.#lookForEverything();
      }
    }
    if (this.#everything) {
      // The rules of other collections count, too.
      state.isEasy = false;
      state.left = undefined;
      const near = this.matrix.near(one);
      state.takers = this.#oneOfEach(this.#everything.filter((other) => near.has(other)));
    } else if (state.left?.kind === 'none') {
      state.takers = this.#needed(one, state.left);
    }
  }

  /** Finds out whether rules so far take everything there can be; not again before there are more of them. */
  #lookForEverything(): void {
    if (this.#count >= this.#enoughForEverything) {
      this.#enoughForEverything = moreForEverything * this.#count;
      const { kind, core } = this.search.findAnything(this.knownOf(this.#left));
      this.#everything = kind === 'none' ? this.#inOrder(core) : undefined;
    }
  }

  /** The last result, if the rules above are the same in the class. */
  #stateOf(one: number, place: number): ClassState {
    const known = this.#states[one];
    if (known?.isEasy && this.#isAsBefore(one, place, known)) {
      this.#current[one] = known;
      return known;
    }
    const bits = this.matrix.near(one).and(this.#left);
    const above = bits.members().sort((a, b) => (this.#rank[a] as number) - (this.#rank[b] as number));
    const marks = above.map((_, at) => this.#markOf(above, at));
    marks.push(this.effectAt(place));
    const nothing = {
      left: undefined,
      takers: undefined,
      answers: [],
      otherwise: new Map<number, Otherwise>(),
    };
    const state = { above, marks, bits, ...nothing, isEasy: true };
    this.#states[one] = state;
    this.#current[one] = state;
    return state;
  }

  #isAsBefore(one: number, place: number, { bits, above, marks }: ClassState): boolean {
    const rank = this.#rank;
    let isSame =
      marks[above.length] === this.effectAt(place) && this.matrix.near(one).isCommon(this.#left, bits);
    for (let at = 0, last = 0; isSame && at < above.length; at++) {
      const its = rank[above[at] as number] as number;
      isSame = its > last && marks[at] === this.#markOf(above, at);
      last = its;
    }
    return isSame;
  }

  /** The effect of the first rule of a class, made negative where that is the rule of the class before it. */
  #markOf(above: readonly number[], at: number): number {
    const one = above[at] as number;
    const effect = this.#effects[one] as number;
    return at > 0 && this.#first[above[at - 1] as number] === this.#first[one] ? -1 - effect : effect;
  }

  /** Reduces classes that together contain a class: one of each rule that the others cannot replace. */
  #needed(one: number, { core }: Answer): readonly number[] {
    let kept = this.#inOrder(core);
    for (const own of this.#oneOfEach(kept)) {
      const rest = kept.filter((other) => this.#first[other] !== this.#first[own]);
      const outside = new Bits();
      rest.forEach((other) => outside.add(other));
      if (this.search.find([one], outside).kind === 'none') {
        kept = rest;
      }
    }
    return this.#oneOfEach(kept);
  }

  #inOrder(classes: readonly number[]): readonly number[] {
    return classes.toSorted((a, b) => (this.#rank[a] as number) - (this.#rank[b] as number));
  }

  #oneOfEach(classes: readonly number[]): readonly number[] {
    return classes.filter(
      (one, at) => at === 0 || this.#first[one] !== this.#first[classes[at - 1] as number],
    );
  }

  /** Whether rules that apply in place of one for which nothing is left have another effect. */
  #compareEffects(place: number): void {
    const { classes, effect } = this.rules[place] as RuleClasses;
    let [verdict, gaveUp]: [number, boolean] = [verdicts.redundant, false];
    for (let at = 0; at < classes.length && verdict !== verdicts.proven; at++) {
      const found = this.otherwise(classes[at] as number, effect);
      verdict = found.proof ? verdicts.proven : found.isOpen ? verdicts.shadowed : verdict;
      gaveUp ||= found.gaveUp;
    }
    this.verdicts[place] = verdict;
    if (gaveUp) {
      this.gaveUp.add(place);
    }
  }

  /** Whether a rule with another effect applies to something of a class, of which a rule above is the first. */
  otherwise(one: number, effect: number): Otherwise {
    const state = this.#current[one] as ClassState;
    const found = state.otherwise.get(effect);
    return found ?? this.#firstOtherwise(one, effect, state);
  }

  #firstOtherwise(one: number, effect: number, state: ClassState): Otherwise {
    const isAbove = state.marks.some((mark) => mark === effect || mark === -1 - effect);
    let found = isAbove ? undefined : state.otherwise.get(otherEffect);
    if (!found) {
      const before = this.search.hardLeft;
      found = this.#findOtherwise(one, effect, state);
      state.isEasy &&= this.search.hardLeft === before;
    }
    state.otherwise.set(effect, found);
    if (!isAbove) {
      state.otherwise.set(otherEffect, found);
    }
    return found;
  }

  #findOtherwise(one: number, effect: number, state: ClassState): Otherwise {
    let [isOpen, gaveUp] = [false, false];
    const { above, marks } = state;
    // Its own first rule comes first: mostly that is the proof.
    const start = this.#isLeft[one] === 1 ? -1 : 0;
    for (let next = start; next < above.length; next++) {
      const at = next === -1 ? above.length : next;
      const mark = marks[at] as number;
      if (mark !== effect && mark !== -1 - effect) {
        const answer = (state.answers[at] ??= this.#answerOf(one, state, at));
        if (answer.kind === 'point') {
          return { proof: { answer, scopeClass: above[at] ?? one }, isOpen: true, gaveUp: false };
        }
        isOpen ||= answer.kind !== 'none';
        gaveUp ||= answer.kind === 'gave-up';
      }
    }
    return { isOpen, gaveUp };
  }

  /** Whether the rule of a class above applies to something of a class. Beyond all above: its own first rule. */
  #answerOf(one: number, { above, bits }: ClassState, at: number): Answer {
    const its = above[at];
    if (its === undefined) {
      return this.search.applies([one], bits);
    }
    const outside = new Bits();
    for (const other of above.slice(0, at)) {
      if (this.#first[other] !== this.#first[its]) {
        outside.add(other);
      }
    }
    return this.search.applies([one, its], outside);
  }
}
