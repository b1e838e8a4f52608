import { Bits } from './bits.ts';
import { asExample, patternsOf } from './findPoint.ts';
import { numbersOf, Search } from './search.ts';
import type { Point } from './scope.ts';
import type { ScopeClasses } from './scopeClasses.ts';

/** What the same classes are asked for: each purpose remembers its own answers, as it stays outside of others. */
export type Purpose =
  'left' | 'left-without' | 'decides' | 'decides-surely' | 'handed' | 'taken-over' | 'left-below';

/** Whether something is in one or two classes and in none of others. */
export interface Answer {
  readonly kind: 'point' | 'none' | 'gave-up';
  readonly inside: readonly number[];
  readonly outside: Bits;
  /** As the search found it: for people there is `example`. */
  readonly point: Point | undefined;
  /** Where there is none: classes of those to stay out of that have all of it together. */
  readonly core: readonly number[];
  /** Steps it took. */
  readonly cost: number;
  /** The update that asked last. */
  asked: number;
  example?: Point;
  /** Classes that may have the point, of as many classes as there were then. */
  holders?: { readonly classes: readonly number[]; readonly asOf: number };
}

const nobody: readonly number[] = [];
const noNumbers: ReadonlySet<number> = new Set();
/** Patterns that are looked at for examples. */
const mostForExamples = 2_000_000;
/** More than there are classes. */
const width = 2 ** 24;
/** Steps that a question may take for each class to stay out of, and beside these, before it counts as hard. */
const easy = 4;
const freeOfAll = 100;
/** As many as a question takes that needs no search, and of how many classes, as a power of two, it takes one more. */
const stepsOfQuestion = 10;
const classesOfStep = 9;

/** The plain point of a class, or of two: told by an index, and worked out when somebody wants to see it. */
class PlainAnswer implements Answer {
  readonly kind = 'point';
  readonly core = nobody;
  readonly cost = 0;
  readonly outside: Bits;
  asked = 0;
  example?: Point;
  holders?: NonNullable<Answer['holders']>;
  readonly one: number;
  readonly other: number | undefined;
  readonly #classes: ScopeClasses;
  #point: Point | undefined;

  constructor(classes: ScopeClasses, one: number, other: number | undefined, outside: Bits) {
    this.#classes = classes;
    this.one = one;
    this.other = other;
    this.outside = outside;
  }

  get inside(): readonly number[] {
    return this.other === undefined ? [this.one] : [this.one, this.other];
  }

  get point(): Point {
    return (this.#point ??= this.#classes.plainPoint(this.one, this.other));
  }
}

const takenAtOnce: Answer = {
  kind: 'none',
  inside: nobody,
  outside: new Bits(),
  point: undefined,
  core: nobody,
  cost: 0,
  asked: 0,
};

/** Asks, and remembers the answers for as long as the same is asked: an answer depends on nothing but its classes. */
export class Questions {
  readonly #classes: ScopeClasses;
  readonly #budget: number;
  readonly #hardBudget: number;
  readonly #answers = new Map<Purpose, Map<number, Answer>>();
  #hardLeft = 0;
  #examplesLeft = 0;
  #update = 0;
  #asked = 0;
  #count = 0;
  /** Questions of this update that were worked out, and not remembered. */
  worked = 0;
  /** Steps that searches took, for those who give way in time. */
  work = 0;
  /** The same, with some for what each question takes by itself. */
  get effort(): number {
    return this.work + (stepsOfQuestion + (this.#classes.size >> classesOfStep)) * this.#count;
  }

  constructor(classes: ScopeClasses, budget: number, hardBudget: number) {
    this.#classes = classes;
    this.#budget = budget;
    this.#hardBudget = hardBudget;
  }

  /** Steps that are left for hard questions. */
  get hardLeft(): number {
    return this.#hardLeft;
  }

  /** The number of this update. */
  get update(): number {
    return this.#update;
  }

  begin(): void {
    this.#update++;
    this.#hardLeft = this.#hardBudget;
    this.#examplesLeft = mostForExamples;
    this.#asked = 0;
    this.worked = 0;
  }

  /** Forgets what was not asked any more, once it is much. */
  end(): void {
    for (const answers of this.#answers.values()) {
      if (answers.size > 2 * this.#asked + 4 * this.#classes.size + 1000) {
        for (const [key, { asked }] of answers) {
          if (asked !== this.#update) {
            answers.delete(key);
          }
        }
      }
    }
  }

  /** Of `left-without` the other class is left out, and does not count. */
  ask(purpose: Purpose, one: number, other: number | undefined, outside: Bits): Answer {
    this.#count++;
    const isOne = other === undefined || other === one || purpose === 'left-without';
    const both = isOne ? undefined : other;
    // Mostly a look at the plain point costs little whatever there is to stay out of, and is all that it takes.
    const steps = this.#classes.stepsOfPoint;
    const isCheap = steps <= freeOfAll && this.#classes.size + steps <= this.#budget;
    if (isCheap && this.#classes.isPlainOutside(one, both, outside)) {
      this.worked++;
      return new PlainAnswer(this.#classes, one, both, outside);
    }
    const size = outside.size;
    const free = easy * size + freeOfAll;
    const limit = Math.min(this.#budget, free + this.#hardLeft);
    const isWorth = !isCheap && size + steps <= Math.min(free, limit);
    if (isWorth && this.#classes.isPlainOutside(one, both, outside)) {
      this.worked++;
      return new PlainAnswer(this.#classes, one, both, outside);
    }
    // Only who asks what is left wants to know who takes it.
    if (purpose !== 'left' && this.#isTaken(one, isOne ? one : other, outside)) {
      return takenAtOnce;
    }
    this.#asked++;
    const answers = this.#of(purpose);
    const key = one * width + (other ?? width - 1);
    let answer = answers.get(key);
    if (!answer?.outside.equals(outside)) {
      answer = this.#search(isOne ? [one] : [one, other], outside, limit);
    }
    // A search is paid for, remembered or not: so whether the budget is enough does not depend on what was asked before.
    this.#hardLeft -= Math.max(0, Math.min(answer.cost, limit) - free);
    if (answer.cost > limit && limit < this.#budget) {
      return { ...answer, kind: 'gave-up', point: undefined };
    }
    answer.asked = this.#update;
    answers.set(key, answer);
    return answer;
  }

  /** The point as an example for people; undefined also when too many patterns would have to be looked at for it. */
  exampleOf(answer: Answer): Point | undefined {
    if (answer.point && !answer.example) {
      const reaches = (classes: readonly number[]) => classes.map((one) => this.#classes.reach(one));
      const [inside, outside] = [reaches(answer.inside), reaches(answer.outside.members())];
      this.#examplesLeft -= patternsOf(inside) + patternsOf(outside);
      if (this.#examplesLeft >= 0) {
        answer.example = asExample(answer.point, inside, outside);
      }
    }
    return answer.example;
  }

  /** Classes that may have the point. */
  holdersOf(answer: Answer): readonly number[] {
    if (answer.kind !== 'point') {
      return nobody;
    }
    if (answer.holders?.asOf !== this.#classes.size) {
      const bits =
        answer instanceof PlainAnswer && answer.other === undefined
          ? this.#classes.holders(answer.one)
          : this.#classes.holding(answer.point ?? []);
      answer.holders = { classes: bits.members(), asOf: this.#classes.size };
    }
    return answer.holders.classes;
  }

  /** Whether one of `outside` has all that two classes have in common, as far as it shows field by field. */
  #isTaken(one: number, other: number, outside: Bits): boolean {
    return this.#classes.wider(one).meets(outside) || this.#classes.wider(other).meets(outside);
  }

  #of(purpose: Purpose): Map<number, Answer> {
    let answers = this.#answers.get(purpose);
    if (!answers) {
      answers = new Map();
      this.#answers.set(purpose, answers);
    }
    return answers;
  }

  #search(inside: readonly number[], outside: Bits, limit: number): Answer {
    this.worked++;
    const classes = this.#classes;
    const search = new Search(
      {
        size: outside.size,
        stepsOfPoint: classes.stepsOfPoint,
        numbers: classes.hasNumbers
          ? numbersOf(outside.members().map((one) => classes.reach(one)))
          : noNumbers,
        holdersOf: (point) => classes.holding(point, outside).members(),
        box: (one) => classes.reach(one),
        keyOf: (one) => classes.written(one),
      },
      limit,
    );
    const point = search.find(inside.map((one) => this.#classes.reach(one)));
    const kind = point ? 'point' : search.gaveUp ? 'gave-up' : 'none';
    this.work += limit - search.steps;
    const cost = search.gaveUp ? limit + 1 : limit - search.steps;
    return { kind, inside, outside, point, core: [...search.core], cost, asked: this.#update };
  }
}
