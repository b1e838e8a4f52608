import type { Bits } from './bits.ts';
import type { ClassStandings, Kept } from './classStandings.ts';
import { mixed, nobody, type ClassState, type Decided, type Otherwise } from './classState.ts';
import type { Answer, Questions } from './questions.ts';
import type { RuleTable } from './ruleTable.ts';
import type { ScopeClasses } from './scopeClasses.ts';

/** What is found of a rule for which nothing is left. It is dead by itself, or proven so by one of two answers of a class. */
export const verdicts = { none: 0, dead: 1, redundant: 2, deadByFirst: 3, deadOtherwise: 4 };
/** Added to a verdict when a search gave up for it. */
export const gaveUpToo = 8;

const unset = -3;

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
  count = 0;

  /** `from` and `stop`: where its classes stand in the table. Keeps the verdict there. */
  judge(place: number, from: number, stop: number): void {
    const table = this.#table;
    const { classes } = table;
    const effect = table.effectAt(place);
    let [isOpen, gaveUp] = [false, 0];
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
        table.verdicts[place] = verdicts.deadByFirst | gaveUp;
        table.proofs[place] = scopeClass;
        return;
      }
      const otherwise = this.#otherwise(scopeClass, effect);
      if (otherwise.proof) {
        table.verdicts[place] = verdicts.deadOtherwise | gaveUp;
        table.proofs[place] = scopeClass;
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
    const verdict = (this.#table.verdicts[place] as number) & ~gaveUpToo;
    if (verdict !== verdicts.deadByFirst && verdict !== verdicts.deadOtherwise) {
      return undefined;
    }
    const decided = this.#decided[this.#table.proofs[place] as number];
    return verdict === verdicts.deadByFirst
      ? decided?.byFirst
      : decided?.otherwise.get(this.#table.effectAt(place))?.proof;
  }

  #effectOf(scopeClass: number): number {
    return this.#table.effectAt(this.#standings.firstOf(scopeClass));
  }

  #decide(scopeClass: number): void {
    this.count++;
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
    let only = isLeft ? this.#effectOf(scopeClass) : nobody;
    const order = this.#standings.left;
    for (let one = order.firstOf(above); one !== undefined; one = order.firstOf(above, one)) {
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
    const state = this.#standings.state(scopeClass);
    const known = state.decided?.otherwise.get(effect);
    if (known) {
      return known;
    }
    this.count++;
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
    if (this.#standings.isLeft[scopeClass] === 1) {
      deciders.add(scopeClass);
    }
    const { left } = this.#standings;
    let [isOpen, gaveUp] = [false, false];
    for (
      let decider = left.firstOf(deciders);
      decider !== undefined;
      decider = left.firstOf(deciders, decider)
    ) {
      if (this.#effectOf(decider) === effect) {
        continue;
      }
      const outside = left.above(above.and(this.#classes.near(decider)), decider);
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
