import { Bits } from './bits.ts';
import { asExample, patternsOf } from './findPoint.ts';
import { FirstNamed } from './firstNamed.ts';
import type { OrderedRule } from './orderedRule.ts';
import { Questions, type Answer } from './questions.ts';
import { everything, type Box, type Point } from './scope.ts';
import type { ScopeClasses } from './scopeClasses.ts';
import { touchedRules, type TouchedRules } from './touchedRules.ts';
import type { Work } from './work.ts';

/** Two rules by their places; undefined: no rule decides. */
export interface RulePair {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** Something gets another deciding rule. */
export interface Consequence extends RulePair {
  readonly example: Point;
}

export interface Consequences {
  readonly changes: readonly Consequence[];
  /** Whether `changes` is all there is. False where a scope is not known or the search gave up. */
  readonly isComplete: boolean;
  /** On which the search gave up; empty where there was too much to look at all pairs. Absent: it gave up on nothing. */
  readonly gaveUp?: readonly RulePair[];
}

export interface Compared {
  readonly before: readonly OrderedRule[];
  readonly after: readonly OrderedRule[];
  /** For each place before, the place of the same rule after. */
  readonly counterparts: readonly (number | undefined)[];
  /** Where it says: of the two rules between which something changes hands, one has to be in this lane. */
  readonly lane?: { readonly name: string | undefined };
}

/** For one question, and for all that is compared together. */
export interface Limits {
  readonly budget: number;
  readonly work: Work;
  readonly classes: ScopeClasses;
}

/** A step of a search is about so many looks, and so is a question that takes no search. */
const looksOfStep = 8;
const looksOfQuestion = 16;
/** Texts that are tried for an example, mostly. */
const triesOfExample = 4;
/** Looks after which others get their turn: a few milliseconds. */
const muchLooking = 20_000;

/** What is found of two rules so far. */
interface Pair extends RulePair {
  proof: Answer | undefined;
  isOpen: boolean;
  isHard: boolean;
}

/** What the rules of one order hand to those of another. */
export class Handovers {
  readonly #compared: Compared;
  readonly #classes: ScopeClasses;
  readonly #work: Work;
  readonly #questions: Questions;
  readonly #before: FirstNamed;
  readonly #after: FirstNamed;
  readonly #touched: TouchedRules;
  readonly #pairs = new Map<number, Pair>();
  /** By class, how many patterns it has. */
  readonly #patterns: (number | undefined)[] = [];

  constructor(compared: Compared, { budget, work, classes }: Limits) {
    const { before, after, counterparts } = compared;
    this.#compared = compared;
    this.#classes = classes;
    this.#work = work;
    const left = Math.floor(Math.max(0, work.limit - work.done) / looksOfStep);
    this.#questions = new Questions(classes, Math.min(budget, left), left);
    this.#questions.begin();
    this.#touched = touchedRules(before, after, counterparts);
    this.#before = new FirstNamed(before, classes);
    this.#after = new FirstNamed(after, classes, this.#before);
  }

  *steps(): Generator<void, Consequences, void> {
    yield* this.#before.read();
    yield* this.#after.read();
    // What is handed over from no rule, or to none, is anything.
    const anything = this.#classes.classOf({ name: '', box: everything });
    this.#before.find();
    this.#after.find();
    let enough = this.#work.done + muchLooking;
    for (const look of this.#looks(anything)) {
      look();
      if (this.#work.isTooMuch) {
        break;
      }
      if (this.#work.done > enough) {
        enough = this.#work.done + muchLooking;
        yield;
      }
    }
    const pairs = [...this.#pairs.values()].toSorted(inOrder);
    const open = pairs.filter(({ proof, isOpen }) => !proof && isOpen);
    const gaveUp = open.filter(({ isHard }) => isHard).map(({ from, to }) => ({ from, to }));
    return {
      changes: pairs.flatMap((pair) => (pair.proof ? [this.#consequence(pair, pair.proof)] : [])),
      isComplete: !this.#work.isTooMuch && open.length === 0,
      ...((this.#work.isTooMuch || gaveUp.length > 0) && { gaveUp }),
    };
  }

  /** For each class that may change hands, what looks at all it may go to. */
  *#looks(anything: number): Generator<() => void, void, void> {
    const touched = new Bits();
    for (const { place, classes } of this.#after.namings) {
      if (this.#touched.after.has(place)) {
        classes.forEach((one) => touched.add(one));
      }
    }
    for (const { place, classes } of this.#before.namings) {
      const isTouched = this.#touched.before.has(place);
      for (const own of classes) {
        yield () => {
          const others = this.#classes.near(own).and(isTouched ? this.#after.named : touched);
          for (const other of others.members()) {
            this.#look(own, own, other, other);
          }
          if (isTouched) {
            this.#look(own, own, anything, undefined);
          }
        };
      }
    }
    for (const other of touched.members()) {
      yield () => this.#look(anything, undefined, other, other);
    }
  }

  /** Whether something in two classes goes from the first rule that names `from` to the first that names `to`. */
  #look(own: number, from: number | undefined, other: number, to: number | undefined): void {
    this.#work.done++;
    const { known } = this.#classes;
    const pair = this.#pairOf(from, to);
    if (
      !pair ||
      pair.proof ||
      // All of it is taken by a rule above.
      (known.has(own) && this.#after.isAbove(own, to)) ||
      (known.has(other) && this.#before.isAbove(other, from))
    ) {
      return;
    }
    const steps = this.#questions.work;
    this.#ask(pair, own, other, this.#outside(own, from, other, to));
    this.#work.done += looksOfQuestion + (this.#questions.work - steps) * looksOfStep;
  }

  #ask(pair: Pair, own: number, other: number, outside: Bits): void {
    const { known } = this.#classes;
    let sure: Answer | undefined;
    if (known.has(own) && known.has(other)) {
      sure = this.#questions.ask('decides-surely', own, other, outside);
      if (sure.kind === 'point') {
        pair.proof = sure;
        this.#work.done += triesOfExample * this.#patternsOf(sure);
      }
      if (sure.kind === 'point' || (sure.kind === 'none' && outside.isWithin(known))) {
        return;
      }
    }
    // None besides what is only perhaps above: there may be one in that.
    const { kind } = this.#questions.ask('decides', own, other, outside.and(known));
    pair.isOpen ||= kind !== 'none';
    pair.isHard ||= kind === 'gave-up' || (kind === 'point' && sure?.kind === 'gave-up');
  }

  /** What rules above the two name, near both classes. */
  #outside(own: number, from: number | undefined, other: number, to: number | undefined): Bits {
    const outside = this.#classes.near(own).and(this.#classes.near(other));
    outside.keepEither(this.#before.above(from), this.#after.above(to));
    return outside;
  }

  /** Undefined when they are the same rule, or when it does not matter here. */
  #pairOf(own: number | undefined, other: number | undefined): Pair | undefined {
    const from = own === undefined ? undefined : this.#before.placeOf(own);
    const to = other === undefined ? undefined : this.#after.placeOf(other);
    const { before, after, counterparts, lane } = this.#compared;
    if (from !== undefined && to !== undefined && counterparts[from] === to) {
      return undefined;
    }
    const isIn = (rule: OrderedRule | undefined): boolean => rule?.lane === lane?.name;
    if (lane && !isIn(before[from ?? -1]) && !isIn(after[to ?? -1])) {
      return undefined;
    }
    const key = ((from ?? -1) + 1) * (after.length + 1) + (to ?? -1) + 1;
    let pair = this.#pairs.get(key);
    if (!pair) {
      pair = { from, to, proof: undefined, isOpen: false, isHard: false };
      this.#pairs.set(key, pair);
    }
    return pair;
  }

  #patternsOf({ inside, outside }: Answer): number {
    let patterns = 0;
    for (const one of [...inside, ...outside.members()]) {
      patterns += this.#patterns[one] ??= patternsOf([this.#classes.reach(one)]);
    }
    return patterns;
  }

  /** Examples are for people, who look at a few. */
  #consequence({ from, to }: Pair, proof: Answer): Consequence {
    const reach = (one: number): Box => this.#classes.reach(one);
    let example: Point | undefined;
    return {
      from,
      to,
      get example() {
        example ??= asExample(proof.point ?? [], proof.inside.map(reach), proof.outside.members().map(reach));
        return example;
      },
    };
  }
}

/** No rule comes after all rules. */
function inOrder(left: Pair, right: Pair): number {
  const last = Number.MAX_SAFE_INTEGER;
  return (left.from ?? last) - (right.from ?? last) || (left.to ?? last) - (right.to ?? last);
}
