import type { Bits } from './bits.ts';
import type { ClassStandings, Kept } from './classStandings.ts';
import { mixed, nobody, type ClassState, type Decided, type Otherwise } from './classState.ts';
import type { Answer, Questions } from './questions.ts';
import { ruleRow } from './ruleRows.ts';
import type { RuleTable } from './ruleTable.ts';
import type { ScopeClasses } from './scopeClasses.ts';

/** What is found of a rule for which nothing is left. That it is dead, not only redundant, may be proven by an answer of a class. */
export const verdicts = { none: 0, dead: 1, redundant: 2, deadProven: 3 };
/** Added to a verdict when a search gave up for it. */
export const gaveUpToo = 8;

const unset = -3;
/** As many steps as a class takes that is met or looked into. */
const stepsOfClass = 50;

/** Whether what decides in place of rules for which nothing is left does the same as they would. */
export class Verdicts {
  readonly #classes: ScopeClasses;
  readonly #questions: Questions;
  readonly #table: RuleTable;
  readonly #standings: ClassStandings;
  /** By class, of `Decided`: its only effect, and the effect of its first rule when that decides for certain. */
  readonly #only: Int32Array;
  readonly #certain: Int32Array;
  /** By class, once all are judged. */
  #decided: readonly (Decided | undefined)[] = [];

  constructor({ classes, questions }: Kept, table: RuleTable, standings: ClassStandings) {
    this.#classes = classes;
    this.#questions = questions;
    this.#table = table;
    this.#standings = standings;
    this.#only = new Int32Array(classes.size).fill(unset);
    this.#certain = new Int32Array(classes.size).fill(unset);
  }

  /** How many classes were looked into, now. */
  #count = 0;

  /** Steps of searches, and what it takes to meet classes and to look into them. */
  get work(): number {
    return this.#questions.effort + stepsOfClass * (this.#standings.met.length + this.#count);
  }

  /**
   * Judges rules up to the first that names a class that was not met, up to `end`, or until it is enough work: for none of them
   * anything is left. What stands in the table counts where `isKept`. Answers with the place of the next.
   */
  judgeAll(start: number, end: number, isKept: boolean, gaveUp: Set<number>, enough: number): number {
    const { rows, words, verdicts: found } = this.#table;
    const { first, isChanged } = this.#standings;
    let count = this.#count;
    for (let place = start; place < end; place++) {
      const row = rows[place] as number;
      const from = row + ruleRow.classes;
      const stop = words[row + ruleRow.end] as number;
      let changed = 0;
      for (let at = from; at < stop; at++) {
        const scopeClass = words[at] as number;
        if (first[scopeClass] === -1) {
          return place;
        }
        changed |= isChanged[scopeClass] as number;
      }
      if (from === stop) {
        continue;
      }
      if (changed === 1 || !isKept || found[place] === verdicts.none) {
        this.judge(place, from, stop);
      }
      if ((found[place] as number) >= gaveUpToo) {
        gaveUp.add(place);
      }
      if (count !== this.#count) {
        count = this.#count;
        if (this.work > enough) {
          return place + 1;
        }
      }
    }
    return end;
  }

  /** `from` and `stop`: where its classes stand in the words of the table. Keeps the verdict there. */
  judge(place: number, from: number, stop: number): void {
    const table = this.#table;
    const { words } = table;
    const onlyOf = this.#only;
    const effect = table.effectAt(place);
    let isOpen = false;
    let gaveUp = 0;
    for (let at = from; at < stop; at++) {
      const scopeClass = words[at] as number;
      if (onlyOf[scopeClass] === unset) {
        this.#decide(scopeClass);
      }
      const only = onlyOf[scopeClass];
      if (only === effect || only === nobody) {
        continue;
      }
      const certain = this.#certain[scopeClass];
      if (certain !== unset && certain !== effect) {
        table.verdicts[place] = verdicts.deadProven | gaveUp;
        return;
      }
      const otherwise = this.#otherwise(scopeClass, effect);
      if (otherwise.proof) {
        table.verdicts[place] = verdicts.deadProven | gaveUp;
        return;
      }
      isOpen ||= otherwise.isOpen;
      gaveUp = otherwise.gaveUp ? gaveUpToo : gaveUp;
    }
    table.verdicts[place] = (isOpen ? verdicts.dead : verdicts.redundant) | gaveUp;
  }

  /** Later updates find other things. */
  finish(): void {
    this.#decided = this.#standings.decided();
  }

  /** What proves that another effect is decided, where that is proven. */
  proofAt(place: number): Answer | undefined {
    const effect = this.#table.effectAt(place);
    for (const scopeClass of this.#table.classesAt(place)) {
      const decided = this.#decided[scopeClass];
      const proof =
        decided?.byFirst && this.#effectOf(scopeClass) !== effect
          ? decided.byFirst
          : decided && knownOtherwise(decided, effect)?.proof;
      if (proof) {
        return proof;
      }
    }
    return undefined;
  }

  #effectOf(scopeClass: number): number {
    return this.#table.effectAt(this.#standings.firstOf(scopeClass));
  }

  #decide(scopeClass: number): void {
    this.#count++;
    const state = this.#standings.state(scopeClass);
    state.decided ??= this.#newDecided(scopeClass, state);
    const { only, byFirst } = state.decided;
    this.#only[scopeClass] = only;
    if (byFirst) {
      this.#certain[scopeClass] = this.#effectOf(scopeClass);
    }
  }

  #newDecided(scopeClass: number, { above, left }: ClassState): Decided {
    const isLeft = this.#standings.isLeft[scopeClass] === 1;
    const only = this.#onlyOf(above, isLeft ? this.#effectOf(scopeClass) : nobody);
    const byFirst = isLeft && left?.kind === 'point' && this.#isClear(scopeClass, above) ? left : undefined;
    return { only, byFirst, otherwise: [], ofOthers: undefined, proof: undefined };
  }

  /** The effect of all of these and another one, as `Decided` has it. */
  #onlyOf(above: Bits, other: number): number {
    const { words } = above;
    let only = other;
    for (let word = 0; word < words.length; word++) {
      for (let rest = words[word] as number; rest !== 0; rest &= rest - 1) {
        const effect = this.#effectOf(word * 32 + 31 - Math.clz32(rest & -rest));
        if (only === nobody) {
          only = effect;
        } else if (only !== effect) {
          return mixed;
        }
      }
    }
    return only;
  }

  /** Whether it is known exactly what it names, and all that may decide in it. */
  #isClear(scopeClass: number, above: Bits): boolean {
    return this.#classes.isKnown(scopeClass) && this.#classes.areKnown(above);
  }

  #otherwise(scopeClass: number, effect: number): Otherwise {
    const state = this.#standings.state(scopeClass);
    const known = state.decided && knownOtherwise(state.decided, effect);
    if (known) {
      return known;
    }
    this.#count++;
    const before = this.#questions.hardLeft;
    const found = this.#decidedOtherwise(scopeClass, effect, state);
    if (state.decided) {
      state.decided.otherwise[effect] = found;
    }
    state.isEasy &&= this.#questions.hardLeft === before;
    return found;
  }

  #decidedOtherwise(scopeClass: number, effect: number, state: ClassState): Otherwise {
    const { above, decided } = state;
    const isClear = this.#isClear(scopeClass, above);
    const deciders = above.copy();
    if (this.#standings.isLeft[scopeClass] === 1) {
      deciders.add(scopeClass);
    }
    const looked = new Set<number>();
    let isOfOthers = true;
    const keep = (found: Otherwise): Otherwise => {
      if (decided && isOfOthers) {
        decided.ofOthers ??= { found, looked };
      }
      return found;
    };
    const { left } = this.#standings;
    let isOpen = false;
    let gaveUp = false;
    for (
      let decider = left.firstOf(deciders);
      decider !== undefined;
      decider = left.firstOf(deciders, decider)
    ) {
      const does = this.#effectOf(decider);
      if (does === effect) {
        isOfOthers = false;
        continue;
      }
      looked.add(does);
      if (decided?.proof?.decider === decider) {
        return keep({ proof: decided.proof.answer, isOpen: true, gaveUp: false });
      }
      const outside = left.above(above.and(this.#classes.near(decider)), decider);
      const possible = this.#questions.ask('decides', scopeClass, decider, this.#classes.knownOf(outside));
      if (possible.kind === 'none') {
        continue;
      }
      isOpen = true;
      gaveUp ||= possible.kind === 'gave-up';
      if (this.#classes.isKnown(scopeClass) && this.#classes.isKnown(decider)) {
        const answer = isClear
          ? possible
          : this.#questions.ask('decides-surely', scopeClass, decider, outside);
        if (answer.kind === 'point') {
          if (decided) {
            decided.proof ??= { decider, answer };
          }
          return keep({ proof: answer, isOpen, gaveUp: false });
        }
      }
    }
    return keep({ isOpen, gaveUp });
  }
}

function knownOtherwise({ otherwise, ofOthers }: Decided, effect: number): Otherwise | undefined {
  return otherwise[effect] ?? (ofOthers?.looked.has(effect) === false ? ofOthers.found : undefined);
}
