import { Bits } from './bits.ts';
import { allBelow, LookedBelow, type Looked } from './lookedBelow.ts';
import type { OrderFinding } from './orderFinding.ts';
import type { Answer, Questions } from './questions.ts';
import { ruleRow } from './ruleRows.ts';
import type { RuleTable } from './ruleTable.ts';
import type { ScopeClasses } from './scopeClasses.ts';
import type { Kept } from './classStandings.ts';
import { muchWork, type Living, type WayDown } from './wayDown.ts';

/** Beyond all places. */
const never = allBelow;
/** As many steps as it takes to hold a class of a rule, and the rule itself, beside those below; and, as a power of two, rules passed in one. */
const stepsOfClass = 20;
const stepsOfLook = 500;
const rulesOfStep = 3;

/** What is found of a rule by looking below: see `Looked`. */
type Found = Pick<Looked, 'reach' | 'by'>;

/** What the rule at a place below does to classes near the rule that is looked at. */
interface Below {
  readonly place: number;
  readonly classes: readonly number[];
  /** What the rules between have taken for certain. */
  readonly taken: Bits;
}

/** The rules from the last to the first: whether without one of them everything would be decided the same. */
export class WayUp {
  /** From the last rule on. */
  readonly findings: OrderFinding[] = [];
  readonly #classes: ScopeClasses;
  readonly #questions: Questions;
  readonly #table: RuleTable;
  readonly #down: WayDown;
  readonly #effectOfNone: number;
  /** By class, the place of the next enabled rule below that names it. */
  readonly #next: Int32Array;
  readonly looked: LookedBelow;

  /** Steps for what is no question. */
  #steps = 0;
  /** The work after which others get their turn. */
  #enough = 0;

  /** `last`: the way up of the last time, with what is kept. */
  constructor(
    { classes, questions }: Kept,
    table: RuleTable,
    down: WayDown,
    effectOfNone: number,
    last: LookedBelow | undefined,
  ) {
    this.#classes = classes;
    this.#questions = questions;
    this.#table = table;
    this.#down = down;
    this.#effectOfNone = effectOfNone;
    this.#next = new Int32Array(classes.size).fill(never);
    this.looked = new LookedBelow(table, last);
  }

  /** Looks at those that decide for something, from the last one on. */
  *steps(): Generator<void, void, void> {
    const { living } = this.#down;
    let done = this.#table.length;
    for (let at = living.length - 1; at >= 0; at--) {
      const { place, classes } = living[at] as Living;
      this.#pass(place + 1, done);
      done = place + 1;
      if (this.#mayBeNeedless(place, classes)) {
        const by = yield* this.#lookBelow(place, classes);
        if (by) {
          this.findings.push({ kind: 'no-effect', rule: place, by });
        }
      }
      if (this.#isEnough) {
        yield;
      }
    }
  }

  /** As `#takenOver`, which is not asked where it has to say what it said the last time. */
  *#lookBelow(
    place: number,
    classes: readonly number[],
  ): Generator<void, readonly number[] | undefined, void> {
    const known = this.looked.of(place, classes, this.#down.standings.isChanged);
    if (known) {
      this.looked.add(known);
      return known.by;
    }
    const before = this.#questions.hardLeft;
    const { reach, by } = yield* this.#takenOver(place, this.#table.effectAt(place), classes);
    // What took so long that it counts has to count again.
    if (before > 0 && this.#questions.hardLeft === before && !this.#down.gaveUp.has(place)) {
      this.looked.add({ place, reach, classes, by });
    }
    return by;
  }

  get #isEnough(): boolean {
    const work = this.#questions.effort + this.#steps;
    const isEnough = work > this.#enough;
    if (isEnough) {
      this.#enough = work + muchWork;
    }
    return isEnough;
  }

  #pass(from: number, to: number): void {
    const { rows, words } = this.#table;
    const next = this.#next;
    this.#steps += (to - from) >> rulesOfStep;
    for (let place = to - 1; place >= from; place--) {
      const row = rows[place] as number;
      const end = words[row + ruleRow.end] as number;
      for (let at = row + ruleRow.classes; at < end; at++) {
        next[words[at] as number] = place;
      }
    }
  }

  /** False when it decides otherwise than what is below for a resource that is known to be left for it. */
  #mayBeNeedless(place: number, own: readonly number[]): boolean {
    const effect = this.#table.effectAt(place);
    for (let at = 0; at < own.length; at++) {
      const scopeClass = own[at] as number;
      if (!this.#classes.isKnown(scopeClass)) {
        return false;
      }
      const { left } = this.#down.standings.state(scopeClass);
      if (left?.kind === 'point' && this.#effectBelow(left, effect) !== effect) {
        return false;
      }
    }
    return true;
  }

  /** What the next rule below does to a resource: of those that do `effect` only one that names it for certain counts. */
  #effectBelow(left: Answer, effect: number): number {
    this.#steps += stepsOfClass;
    const next = this.#next;
    const holders = this.#questions.holdersOf(left);
    let first = never;
    for (let at = 0; at < holders.length; at++) {
      const one = holders[at] as number;
      // Classes that came meanwhile are not named here.
      const its = next[one] ?? never;
      if (its < first && (this.#classes.isKnown(one) || this.#table.effectAt(its) !== effect)) {
        first = its;
      }
    }
    return first === never ? this.#effectOfNone : this.#table.effectAt(first);
  }

  /** The rules that decide the same without it, none when something may be decided otherwise, and how far down was looked for that. */
  *#takenOver(place: number, effect: number, own: readonly number[]): Generator<void, Found, void> {
    this.#steps += stepsOfLook;
    const { known } = this.#classes;
    const taken = new Bits();
    for (const one of own) {
      taken.addAll(this.#down.standings.state(one).above.and(known));
    }
    const same: Below[] = [];
    let reach = allBelow;
    for (const [below, classes] of this.#below(own)) {
      if (this.#isEnough) {
        yield;
      }
      if (this.#table.effectAt(below) !== effect) {
        if (this.#mayBeHanded(place, own, classes, taken)) {
          return { reach: below, by: undefined };
        }
        continue;
      }
      same.push({ place: below, classes: classes.filter((one) => known.has(one)), taken: taken.copy() });
      classes.filter((one) => known.has(one)).forEach((one) => taken.add(one));
      if (own.every((one) => classes.some((other) => this.#classes.wider(one).has(other)))) {
        reach = below;
        break;
      }
    }
    if (
      reach === allBelow &&
      effect !== this.#effectOfNone &&
      !own.every((one) => this.#isNone(place, one, taken.and(this.#classes.near(one))))
    ) {
      return { reach, by: undefined };
    }
    const by: number[] = [];
    for (const one of same) {
      if (this.#isEnough) {
        yield;
      }
      if (this.#takesOver(own, one)) {
        by.push(one.place);
      }
    }
    return { reach, by };
  }

  /** Rules below that may share something with these classes, with what they share, those that decide first first. */
  *#below(own: readonly number[]): Generator<readonly [place: number, classes: readonly number[]]> {
    const near = new Bits();
    for (const one of own) {
      near.addAll(this.#classes.near(one));
    }
    const all = near.members();
    const inOrder = new Int32Array(all.length);
    for (let at = 0; at < all.length; at++) {
      // Classes that came meanwhile are not named here.
      inOrder[at] = this.#next[all[at] as number] ?? never;
    }
    inOrder.sort();
    for (let at = 0; at < inOrder.length; at++) {
      const place = inOrder[at] as number;
      if (place === never) {
        return;
      }
      if (place !== inOrder[at - 1]) {
        const named = this.#table.classesAt(place);
        yield [place, [...new Set(named)].filter((one) => this.#next[one] === place && near.has(one))];
      }
    }
  }

  #mayBeHanded(place: number, own: readonly number[], others: readonly number[], taken: Bits): boolean {
    return own.some((one) =>
      others.some((other) => {
        const kind = this.#shared('handed', one, other, taken);
        if (kind === 'gave-up') {
          this.#down.gaveUp.add(place);
        }
        return kind !== 'none';
      }),
    );
  }

  #takesOver(own: readonly number[], { classes, taken }: Below): boolean {
    return own.some((one) =>
      classes.some((other) => this.#shared('taken-over', one, other, taken) === 'point'),
    );
  }

  #shared(purpose: 'handed' | 'taken-over', one: number, other: number, taken: Bits): Answer['kind'] {
    const near = this.#classes.near(one);
    const far = this.#classes.near(other);
    return near.has(other) ? this.#questions.ask(purpose, one, other, taken.and(near).and(far)).kind : 'none';
  }

  #isNone(place: number, own: number, outside: Bits): boolean {
    const { kind } = this.#questions.ask('left-below', own, undefined, outside);
    if (kind === 'gave-up') {
      this.#down.gaveUp.add(place);
    }
    return kind === 'none';
  }
}
