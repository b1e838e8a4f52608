import { Bits } from './bits.ts';
import { FirstRules, type RuleClasses } from './firstRules.ts';
import type { Answer, RegionSearch } from './regionSearch.ts';
import type { Point } from './scope.ts';
import type { ScopeMatrix } from './scopeMatrix.ts';

/** The part of a class that the rules above its first rule leave. It has no places, which change with other rules. */
interface ClassState {
  /** Classes near it of rules above that apply to something. */
  readonly above: Bits;
  /** Something that is left of it for its first rule; undefined where one class above has all of it. */
  readonly left: Answer | undefined;
  /** Classes of different rules that together contain all of it, where nothing is left. */
  readonly takers: readonly number[] | undefined;
  /** Itself, or the first of the classes that take all of it, and the action of the first rule of that class. */
  readonly by: number;
  readonly effect: number;
  /** The answer for that rule, as far as it was asked for. */
  nearest: Applying | undefined;
  /** The answers for the classes of `above` in order, as far as they were asked for. */
  readonly answers: Answer[];
  /** The answers for rules with another effect than the key. */
  otherwise: Map<number, Applying> | undefined;
}

/** Whether the first rule of `scopeClass` applies to something of another class. */
interface Applying {
  readonly answer: Pick<Answer, 'kind'> | Answer;
  readonly scopeClass: number;
}

/** A resource in the scope of a rule, and the rule that applies to it. */
export interface Witness {
  readonly point: Point;
  readonly rule: number;
}

/** Patterns that are looked at for examples of all rules. */
const maxLooksForExamples = 2_000_000;
/** The search for everything that rules take together begins again with so many times as many collections. */
const moreForEverything = 1.25;
/**
 * A rule applies to something, or never applies because rules above have the same effect, or another effect, perhaps or proven.
 * A rule without collections has no result.
 */
type RuleResult = 'applies' | 'redundant' | 'shadowed' | 'proven-shadowed';

const nothing = { answer: { kind: 'none' }, scopeClass: -1 } as const;
const strength = { none: 0, open: 1, 'gave-up': 2, point: 3 } as const;

function stronger(first: Applying, other: Applying): Applying {
  return strength[other.answer.kind] > strength[first.answer.kind] ? other : first;
}

/** An earlier pass in which no question was hard, so that its answers do not depend on the others. */
export interface EarlierPass {
  readonly pass: TopDownPass;
  /** How many rules at the top are the same. */
  readonly head: number;
  /** Rules of either pass that are not in the other one, or moved. */
  readonly touched: ReadonlySet<RuleClasses>;
}

/** The rules of a policy from the first to the last: what is left for each, and what applies in place of the others. */
export class TopDownPass {
  readonly matrix: ScopeMatrix;
  readonly search: RegionSearch;
  readonly rules: readonly RuleClasses[];
  /** Rules that apply to something, as the first for the classes of which something is left for them. */
  readonly applying: FirstRules;
  /** Results by place. */
  readonly results: (RuleResult | undefined)[] = [];
  /** Rules with an incomplete analysis, because it takes too long. */
  readonly gaveUp = new Set<number>();
  /** The place of the first rule that names each class, and the part that is left for that rule. */
  readonly #places: (number | undefined)[];
  readonly #states: (ClassState | undefined)[];
  /** The states and the differences of the earlier pass. The pass itself would keep the one before it in memory. */
  readonly #known: readonly (ClassState | undefined)[];
  readonly #head: number;
  readonly #touchedRules: ReadonlySet<RuleClasses>;
  /** Classes with another first rule than in the earlier pass. */
  readonly #touched = new Bits();
  /** Classes that together have everything there can be, once that is found, and how many are enough to look for it. */
  #everything: readonly number[] | undefined;
  #enoughForEverything = 1;
  #looksForExamples = maxLooksForExamples;

  constructor(search: RegionSearch, rules: readonly RuleClasses[], earlier?: EarlierPass) {
    this.search = search;
    this.matrix = search.matrix;
    this.rules = rules;
    this.applying = new FirstRules(search.matrix);
    this.#places = Array.from({ length: search.matrix.size });
    this.#states = Array.from({ length: search.matrix.size });
    this.#known = earlier ? earlier.pass.#states : [];
    this.#head = earlier?.head ?? 0;
    this.#touchedRules = earlier?.touched ?? new Set();
    for (const rule of this.#touchedRules) {
      const own = rule.classes.filter((classId) => earlier?.pass.firstRule(classId) === rule);
      own.forEach((classId) => this.#touched.add(classId));
    }
  }

  /** The state of a class that a rule names. */
  state(classId: number): ClassState {
    return this.#states[classId] as ClassState;
  }

  /** The classes of which something is left for a rule, each once. */
  classesLeftAt(place: number): readonly number[] {
    const { classes } = this.#rule(place);
    return classes.filter((classId, at) => this.#isLeft(classId, place) && classes.indexOf(classId) === at);
  }

  effectAt(place: number): number {
    return this.#rule(place).effect;
  }

  #rule(place: number): RuleClasses {
    return this.rules[place] as RuleClasses;
  }

  /** The place of the first rule that names a class. */
  #place(classId: number): number {
    return this.#places[classId] as number;
  }

  /** The first rule that names a class. */
  firstRule(classId: number): RuleClasses | undefined {
    return this.rules[this.#places[classId] ?? -1];
  }

  #isLeft(classId: number, place: number): boolean {
    return this.#places[classId] === place && !this.state(classId).takers;
  }

  /** Takes the next rule. */
  passRule(place: number): void {
    const { classes, isTooMuch } = this.#rule(place);
    let left = false;
    for (let at = 0; at < classes.length; at++) {
      const classId = classes[at] as number;
      if (this.#places[classId] === undefined) {
        this.#places[classId] = place;
        this.#states[classId] = this.#meet(classId, place);
      }
      left ||= this.#isLeft(classId, place);
    }
    if (isTooMuch) {
      this.gaveUp.add(place);
    }
    if (left) {
      this.applying.add(place, this.classesLeftAt(place));
      this.results.push('applies');
    } else if (classes.length === 0) {
      this.results.push(undefined);
    } else {
      const { kind } = this.#otherwiseAt(place).answer;
      this.results.push(kind === 'point' ? 'proven-shadowed' : kind === 'none' ? 'redundant' : 'shadowed');
      if (kind === 'gave-up') {
        this.gaveUp.add(place);
      }
    }
  }

  /** A resource in the scope of a rule to which a rule with another effect applies, where that is proven. */
  witnessAt(place: number): Witness | undefined {
    const { answer, scopeClass } = this.#otherwiseAt(place);
    if (!('point' in answer)) {
      return undefined;
    }
    this.#looksForExamples -= answer.example ? 0 : this.search.patternsOf(answer);
    const point = this.#looksForExamples >= 0 ? this.search.exampleOf(answer) : answer.example;
    return point && { point, rule: this.#place(scopeClass) };
  }

  /** Rules that together take all of some classes, in order. */
  shadowingRules(classes: readonly number[]): readonly number[] {
    const takers = classes.flatMap((classId) => this.state(classId).takers ?? [classId]);
    return [...new Set(takers.map((taker) => this.#place(taker)))].sort((a, b) => a - b);
  }

  /** Finds what is left of a class for the first rule that names it. */
  #meet(classId: number, place: number): ClassState {
    const known = this.#known[classId];
    if (known && place < this.#head) {
      return known;
    }
    const above = this.matrix.near(classId).and(this.applying.named);
    if (this.#touchedRules.has(this.#rule(place))) {
      this.#touched.add(classId);
    }
    const isKnown = known !== undefined && !this.#everything && known.above.equals(above);
    if (isKnown && this.#isUntouched(classId, above)) {
      return known;
    }
    // A resource that is left does not depend on the order of the rules above.
    const part = isKnown && known.left?.kind === 'point' ? known : this.#findLeft(classId, above);
    if (part.left?.kind === 'gave-up') {
      this.gaveUp.add(place);
    }
    const by = part.takers?.[0] ?? classId;
    return {
      above,
      left: part.left,
      takers: part.takers,
      by,
      effect: this.effectAt(this.#place(by)),
      nearest: undefined,
      answers: [],
      otherwise: undefined,
    };
  }

  /** Whether a class, and those above it, have the same first rules as in the earlier pass, in the same order. */
  #isUntouched(classId: number, above: Bits): boolean {
    return !this.#touched.has(classId) && !above.meets(this.#touched);
  }

  #findLeft(classId: number, above: Bits): Pick<ClassState, 'left' | 'takers'> {
    const wider = this.matrix.wider(classId);
    if (wider.meets(above)) {
      const [first] = this.applying.inOrder(wider.and(above));
      return { left: undefined, takers: first === undefined ? [] : [first] };
    }
    const left = this.#everything ? undefined : this.search.findNear([classId], this.matrix.knownOf(above));
    if (left?.kind === 'gave-up') {
      this.#lookForEverything();
    }
    if (this.#everything) {
      const near = this.matrix.near(classId);
      return {
        left: undefined,
        takers: this.#oneOfEach(this.#everything.filter((taker) => near.has(taker))),
      };
    }
    return { left, takers: left?.kind === 'none' ? this.#needed(classId, left) : undefined };
  }

  /** Finds out whether rules so far take everything there can be; not again before there are more of them. */
  #lookForEverything(): void {
    const { size } = this.applying.named;
    if (size >= this.#enoughForEverything) {
      this.#enoughForEverything = moreForEverything * size;
      const { kind, core } = this.search.findAnything(this.matrix.knownOf(this.applying.named));
      this.#everything = kind === 'none' ? [...this.applying.inOrder(Bits.of(core))] : undefined;
    }
  }

  /** Reduces classes that together contain a class: one of each rule that the others cannot replace. */
  #needed(classId: number, { core }: Answer): readonly number[] {
    let kept = [...this.applying.inOrder(Bits.of(core))];
    for (const own of this.#oneOfEach(kept)) {
      const rest = kept.filter((taker) => this.#place(taker) !== this.#place(own));
      if (this.search.find([classId], Bits.of(rest)).kind === 'none') {
        kept = rest;
      }
    }
    return this.#oneOfEach(kept);
  }

  #oneOfEach(classes: readonly number[]): readonly number[] {
    return classes.filter(
      (classId, at) => at === 0 || this.#place(classId) !== this.#place(classes[at - 1] as number),
    );
  }

  /** Whether a rule with another effect applies to something in the scope of a rule for which nothing is left. */
  #otherwiseAt(place: number): Applying {
    const { classes, effect } = this.#rule(place);
    // The nearest rule of a class proves it more often than not, and is asked about once.
    for (let at = 0; at < classes.length; at++) {
      const nearest = this.#nearest(classes[at] as number, effect);
      if (nearest?.answer.kind === 'point') {
        return nearest;
      }
    }
    let strongest: Applying = nothing;
    for (let at = 0; at < classes.length; at++) {
      const classId = classes[at] as number;
      const state = this.state(classId);
      let known = state.otherwise?.get(effect);
      if (!known) {
        known = this.#otherwise(classId, effect, state);
        (state.otherwise ??= new Map()).set(effect, known);
      }
      strongest = stronger(strongest, known);
    }
    return strongest;
  }

  /** The answer for the nearest rule of a class; undefined where the rule has the effect. */
  #nearest(classId: number, effect: number): Applying | undefined {
    const state = this.state(classId);
    if (state.effect === effect) {
      return undefined;
    }
    if (!state.nearest) {
      const { above, by, left } = state;
      const answer =
        by === classId
          ? this.search.applies([classId], above, left)
          : this.search.applies([classId, by], above.and(this.state(by).above));
      state.nearest = { answer, scopeClass: by };
    }
    return state.nearest;
  }

  /** The first rule above with another effect that applies to something of a class. */
  #otherwise(classId: number, effect: number, state: ClassState): Applying {
    let strongest: Applying = (state.takers ? undefined : this.#nearest(classId, effect)) ?? nothing;
    let at = 0;
    for (const { place, scopeClass, above } of this.applying.candidates(state.above, new Bits())) {
      if (this.effectAt(place) !== effect) {
        const answer = (state.answers[at] ??= this.search.applies([classId, scopeClass], above));
        strongest = stronger(strongest, { answer, scopeClass });
        if (answer.kind === 'point') {
          return strongest;
        }
      }
      at++;
    }
    return strongest;
  }
}
