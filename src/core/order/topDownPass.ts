import { Bits } from './bits.ts';
import { FirstRules } from './firstRules.ts';
import type { RuleClasses } from './ruleClasses.ts';
import type { Answer, RegionSearch } from './regionSearch.ts';
import type { Point } from './scope.ts';
import type { ScopeMatrix } from './scopeMatrix.ts';

/** The result for one class at the first rule that names it. */
interface ClassState {
  readonly place: number;
  /** Classes near it of rules above that apply to something. */
  readonly bits: Bits;
  /** Something that is left of it for its first rule; undefined where one class above has all of it. */
  readonly left: Answer | undefined;
  /** Classes of different rules that together contain all of it, where nothing is left. */
  readonly takers: readonly number[] | undefined;
  /** The classes of `bits` in order, and whether their rules apply to something of it, as far as it was asked. */
  above: readonly number[] | undefined;
  readonly answers: Answer[];
  /** Whether its first rule applies to something of it, or the first that takes something of all of it. */
  nearest: Otherwise | undefined;
  /** Whether rules with another effect than the key apply in it. */
  otherwise: Map<string, Otherwise> | undefined;
}

/** Whether a rule applies to something of a class. */
interface Otherwise {
  /** Something to which the first rule of the class applies. */
  readonly proof: { readonly answer: Answer; readonly scopeClass: number } | undefined;
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
/**
 * Results for rules: those that match nothing, those that apply, and those that never apply because rules above have another
 * effect, perhaps or proven, or the same effect.
 */
export const verdicts = { none: 0, applies: 1, shadowed: 2, redundant: 3, proven: 4 };

/** The rules of a policy from the first to the last: what is left for each, and what applies in place of the others. */
export class TopDownPass {
  readonly matrix: ScopeMatrix;
  readonly search: RegionSearch;
  readonly rules: readonly RuleClasses[];
  /** Rules that apply to something, as the first for the classes of which something is left for them. */
  readonly applying: FirstRules;
  /** Results by place. */
  readonly verdicts: Uint8Array;
  /** Rules of which not all is known, as it takes too much. */
  readonly gaveUp = new Set<number>();
  /** The index is a class. */
  readonly #states: (ClassState | undefined)[];
  /** Classes that together have everything there can be, once that is found, and how many are enough to look for it. */
  #everything: readonly number[] | undefined;
  #enoughForEverything = 1;
  /** Classes of which something is left for their first rules. */
  readonly #left = new Bits();
  #looksForExamples = maxLooksForExamples;

  constructor(search: RegionSearch, rules: readonly RuleClasses[]) {
    this.search = search;
    this.matrix = search.matrix;
    this.rules = rules;
    this.applying = new FirstRules(search.matrix, (place) => this.classesAt(place));
    this.verdicts = new Uint8Array(rules.length);
    this.#states = Array.from({ length: search.matrix.size });
  }

  /** The state of a class that a rule names. */
  state(one: number): ClassState {
    return this.#states[one] as ClassState;
  }

  /** Takes the next rule. */
  passRule(place: number): void {
    const { classes, isCut } = this.rules[place] as RuleClasses;
    let left: number[] | undefined;
    for (let at = 0; at < classes.length; at++) {
      const one = classes[at] as number;
      const state = (this.#states[one] ??= this.#meet(one, place));
      if (state.place === place && !state.takers && left?.includes(one) !== true) {
        (left ??= []).push(one);
      }
    }
    if (isCut) {
      this.gaveUp.add(place);
    }
    if (left) {
      this.applying.add(place, left);
      left.forEach((one) => this.#left.add(one));
      this.verdicts[place] = verdicts.applies;
    } else if (classes.length > 0) {
      this.#compareEffects(place);
    }
  }

  classesAt(place: number): readonly number[] {
    return (this.rules[place] as RuleClasses).classes;
  }

  /** Something that a rule names, and the rule with another effect that applies to it, where that is proven. */
  witnessAt(place: number): Witness | undefined {
    const { proof } = this.#otherwiseAt(place);
    if (!proof) {
      return undefined;
    }
    const { answer, scopeClass } = proof;
    this.#looksForExamples -= answer.example ? 0 : this.search.patternsOf(answer);
    const point = this.#looksForExamples >= 0 ? this.search.exampleOf(answer) : answer.example;
    return point && { point, rule: this.state(scopeClass).place };
  }

  effectAt(place: number): string {
    return (this.rules[place] as RuleClasses).effect;
  }

  knownOf(classes: Bits): Bits {
    const { known } = this.matrix;
    return classes.isWithin(known) ? classes : classes.and(known);
  }

  /** Rules that together take all of some classes, in order. */
  shadowingRules(classes: readonly number[]): readonly number[] {
    const all = new Set<number>();
    for (const one of classes) {
      const { place, takers } = this.state(one);
      for (const by of takers ? takers.map((other) => this.state(other).place) : [place]) {
        all.add(by);
      }
    }
    return [...all].sort((a, b) => a - b);
  }

  /** Finds what is left of a class for the first rule that names it. */
  #meet(one: number, place: number): ClassState {
    const bits = this.matrix.near(one).and(this.#left);
    const found = this.#findLeft(one, bits);
    if (found.left?.kind === 'gave-up') {
      this.gaveUp.add(place);
    }
    return { place, bits, ...found, above: undefined, answers: [], nearest: undefined, otherwise: undefined };
  }

  #findLeft(one: number, bits: Bits): Pick<ClassState, 'left' | 'takers'> {
    const wider = this.matrix.wider(one);
    if (wider.meets(bits)) {
      return { left: undefined, takers: [this.applying.firstOf(wider.and(bits).members())] };
    }
    const left = this.#everything ? undefined : this.search.findNear([one], this.knownOf(bits));
    if (left?.kind === 'gave-up') {
      this.#lookForEverything();
    }
    if (this.#everything) {
      const near = this.matrix.near(one);
      return {
        left: undefined,
        takers: this.#oneOfEach(this.#everything.filter((other) => near.has(other))),
      };
    }
    return { left, takers: left?.kind === 'none' ? this.#needed(one, left) : undefined };
  }

  /** Finds out whether rules so far take everything there can be; not again before there are more of them. */
  #lookForEverything(): void {
    const { size } = this.#left;
    if (size >= this.#enoughForEverything) {
      this.#enoughForEverything = moreForEverything * size;
      const { kind, core } = this.search.findAnything(this.knownOf(this.#left));
      this.#everything = kind === 'none' ? this.applying.inOrder(core) : undefined;
    }
  }

  /** Reduces classes that together contain a class: one of each rule that the others cannot replace. */
  #needed(one: number, { core }: Answer): readonly number[] {
    let kept = this.applying.inOrder(core);
    for (const own of this.#oneOfEach(kept)) {
      const rest = kept.filter((other) => this.state(other).place !== this.state(own).place);
      const outside = new Bits();
      rest.forEach((other) => outside.add(other));
      if (this.search.find([one], outside).kind === 'none') {
        kept = rest;
      }
    }
    return this.#oneOfEach(kept);
  }

  #oneOfEach(classes: readonly number[]): readonly number[] {
    return classes.filter(
      (one, at) => at === 0 || this.state(one).place !== this.state(classes[at - 1] as number).place,
    );
  }

  /** Whether rules that apply in place of one for which nothing is left have another effect. */
  #compareEffects(place: number): void {
    const { proof, isOpen, gaveUp } = this.#otherwiseAt(place);
    this.verdicts[place] = proof ? verdicts.proven : isOpen ? verdicts.shadowed : verdicts.redundant;
    if (gaveUp) {
      this.gaveUp.add(place);
    }
  }

  #otherwiseAt(place: number): Otherwise {
    const { classes, effect } = this.rules[place] as RuleClasses;
    // Mostly the nearest rule of a class is the proof.
    for (let at = 0; at < classes.length; at++) {
      const nearest = this.#nearest(classes[at] as number, effect);
      if (nearest?.proof) {
        return nearest;
      }
    }
    let [isOpen, gaveUp] = [false, false];
    for (const one of classes) {
      const found = this.#otherwise(one, effect);
      if (found.proof) {
        return found;
      }
      isOpen ||= found.isOpen;
      gaveUp ||= found.gaveUp;
    }
    return { proof: undefined, isOpen, gaveUp };
  }

  /** Whether the first rule of a class, or the first that takes it, applies to something of it. Undefined: it has the effect. */
  #nearest(one: number, effect: string): Otherwise | undefined {
    const state = this.state(one);
    const by = state.takers?.[0] ?? one;
    return this.effectAt(this.state(by).place) === effect
      ? undefined
      : (state.nearest ??= this.#otherwiseBy(one, state, by));
  }

  /** Whether a rule with another effect applies to something of a class, of which a rule above is the first. */
  #otherwise(one: number, effect: string): Otherwise {
    const state = this.state(one);
    let found = state.otherwise?.get(effect);
    if (!found) {
      found = this.#findOtherwise(one, effect, state);
      (state.otherwise ??= new Map()).set(effect, found);
    }
    return found;
  }

  /** Whether the first rule of a class applies to something of another class. */
  #otherwiseBy(one: number, { bits }: ClassState, by: number): Otherwise {
    if (by === one) {
      return otherwiseOf(this.search.applies([one], bits), one);
    }
    const { place } = this.state(by);
    const above = new Bits();
    for (const other of bits.members()) {
      if (this.state(other).place < place) {
        above.add(other);
      }
    }
    return otherwiseOf(this.search.applies([one, by], above), by);
  }

  #findOtherwise(one: number, effect: string, state: ClassState): Otherwise {
    let { isOpen, gaveUp } = (state.takers ? undefined : this.#nearest(one, effect)) ?? nothingElse;
    state.above ??= this.applying.inOrder(state.bits.members());
    let at = 0;
    for (const { place, scopeClass, above } of this.applying.candidates(state.above, new Bits())) {
      if (this.effectAt(place) !== effect) {
        const answer = (state.answers[at] ??= this.search.applies([one, scopeClass], above));
        const found = otherwiseOf(answer, scopeClass);
        if (found.proof) {
          return found;
        }
        isOpen ||= found.isOpen;
        gaveUp ||= found.gaveUp;
      }
      at++;
    }
    return { proof: undefined, isOpen, gaveUp };
  }
}

const nothingElse: Otherwise = { proof: undefined, isOpen: false, gaveUp: false };

function otherwiseOf(answer: Answer, scopeClass: number): Otherwise {
  return {
    proof: answer.kind === 'point' ? { answer, scopeClass } : undefined,
    isOpen: answer.kind !== 'none',
    gaveUp: answer.kind === 'gave-up',
  };
}
