import type { Bits } from './bits.ts';
import { asExample, canBePoint, isOfNoImage } from './imageBoxes.ts';
import { Search } from './search.ts';
import { everything, type Point } from './scope.ts';
import type { ScopeMatrix } from './scopeMatrix.ts';

/** Whether something is in some classes and in none of others. */
export interface Answer {
  /** `open`: unknown collections leave it open. `gave-up`: it takes too many steps. */
  readonly kind: 'point' | 'none' | 'open' | 'gave-up';
  readonly inside: readonly number[];
  readonly outside: Bits;
  /** Values with spacers, see `findValue`. `exampleOf` returns it for people. */
  readonly point: Point | undefined;
  /** Classes of `outside` that together contain everything, where there is no point. */
  readonly core: readonly number[];
  example?: Point | undefined;
  /** Classes near the first one that may have the point, of as many classes as there were then. */
  holders?: { readonly classes: readonly number[]; readonly asOf: number };
}

/** An answer without a search. */
export function answerOf(kind: Answer['kind'], inside: readonly number[], outside: Bits): Answer {
  return { kind, inside, outside, point: undefined, core: [] };
}

/** Steps a search may take before it gives up. One step looks at one box. */
export const searchBudget = 20_000;
/** Steps that are free for a question: for each class and each few patterns to stay out of, and beside these. */
const freeStepsOfClass = 4;
const freeSteps = 100;
const patternsOfStep = 16;
/** Patterns and ranges of a class that are looked at in one step. */
const fewPatterns = 4;
/** Hard questions about single collections that there are steps for, at least. */
const questionsAtLeast = 32;
/** Questions about single collections that are spared by one about everything. */
const questionsSpared = 20;
/** Steps of a question beside its search. */
const stepsOfQuestion = 10;
/** Looks at letters for all questions of a round whether the texts of their points are names of images. */
const MAX_IMAGE_LOOKS = 4_000_000;
/** A step is about so many looks at patterns or letters. */
export const looksOfStep = 8;

/** Searches for resources in regions of classes, with limits for all questions of a round together. */
export class RegionSearch {
  readonly matrix: ScopeMatrix;
  readonly #budget: number;
  readonly #kept: number;
  #count = 0;
  #steps = 0;
  readonly #hardBudget: number;
  /** Steps that are left for questions that take more than their free steps. */
  #hardLeft: number;
  /** Looks that are left of `MAX_IMAGE_LOOKS`. */
  readonly #imageLeft = { looks: MAX_IMAGE_LOOKS };

  /**
   * `budget`: steps of one question. `hardBudget`: steps beyond the free ones, for all questions of a round. `kept`: of these, steps
   * for the question about everything.
   */
  constructor(matrix: ScopeMatrix, budget: number, hardBudget: number, kept = 0) {
    this.matrix = matrix;
    this.#budget = budget;
    this.#kept = kept;
    this.#hardBudget = hardBudget;
    this.#hardLeft = hardBudget;
  }

  /** Steps so far. */
  get work(): number {
    return this.#steps + stepsOfQuestion * this.#count;
  }

  /** The answers of a round do not depend on the questions before it. */
  beginRound(): void {
    this.#hardLeft = this.#hardBudget;
    this.#imageLeft.looks = MAX_IMAGE_LOOKS;
  }

  /** Whether a question of the round took more than its free steps, or there are no more looks at names of images. */
  get wasHard(): boolean {
    return this.#hardLeft < this.#hardBudget || this.#imageLeft.looks <= 0;
  }

  /** Whether something is in all of `inside` and in none of `outside`, as if unknown classes had all that they may contain. */
  find(inside: readonly number[], outside: Bits, budget?: number): Answer {
    return this.findNear(inside, this.#nearOf(inside, outside), budget);
  }

  /** Answers `find` for classes near all of `inside`. */
  findNear(allInside: readonly number[], outside: Bits, budget = this.#budget): Answer {
    this.#count++;
    const inside = allInside[0] === allInside[1] ? [...new Set(allInside)] : allInside;
    if (inside.some((classId) => this.matrix.wider(classId).meets(outside))) {
      return answerOf('none', inside, outside);
    }
    // One collection takes only a share of what is left, so that something is left for others.
    const left = Math.max(0, this.#hardLeft - this.#kept);
    const share = budget > this.#budget ? this.#hardLeft : Math.ceil(left / questionsAtLeast);
    return this.#search(inside, outside, share, budget);
  }

  /** Whether anything at all is in none of some classes. It has the budget of many questions, as the answer spares them. */
  findAnything(outside: Bits): Answer {
    return this.find(
      [this.matrix.classOf({ name: '', box: everything })],
      outside,
      questionsSpared * this.#budget,
    );
  }

  /**
   * Whether the first rule that names the last class of `inside` applies to something in all of `inside`, where rules above name the
   * classes `allAbove`. Texts that are no names of images do not count. `found`: the answer of `find`, where it was asked for.
   */
  applies(inside: readonly number[], allAbove: Bits, found?: Answer): Answer {
    const { matrix } = this;
    const above = this.#nearOf(inside, allAbove);
    // A rule above that names the same class leaves nothing of it, also where its contents are unknown.
    if (inside.some((classId) => allAbove.has(classId))) {
      return answerOf('none', inside, above);
    }
    const possible = this.#possible(found ?? this.findNear(inside, matrix.knownOf(above)));
    const isExact = inside.every((classId) => matrix.known.has(classId));
    if (possible.kind !== 'point' || (isExact && above.isWithin(matrix.known))) {
      return possible;
    }
    const sure = isExact ? this.#possible(this.findNear(inside, above)) : undefined;
    return sure?.kind === 'point'
      ? sure
      : { ...possible, kind: sure?.kind === 'gave-up' ? 'gave-up' : 'open', point: undefined };
  }

  /** None instead of a point without a possible name of an image, where the region has no such name. */
  #possible(answer: Answer): Answer {
    return this.#isOfNoImage(answer) ? { ...answer, kind: 'none', point: undefined } : answer;
  }

  #isOfNoImage({ point, inside, outside }: Answer): boolean {
    if (!point || canBePoint(point)) {
      return false;
    }
    const before = this.#imageLeft.looks;
    const isNone = isOfNoImage(point, this.#boxes(inside), this.#boxes(outside.members()), this.#imageLeft);
    this.#steps += (before - this.#imageLeft.looks) / looksOfStep;
    return isNone;
  }

  /** The point as an example for people. */
  exampleOf(answer: Answer): Point | undefined {
    const { point, inside, outside } = answer;
    answer.example ??= point && asExample(point, this.#boxes(inside), this.#boxes(outside.members()));
    return answer.example;
  }

  /** How many patterns and ranges the region has. */
  patternsOf({ inside, outside }: Pick<Answer, 'inside' | 'outside'>): number {
    return [...inside, ...outside.members()].reduce((sum, classId) => sum + this.matrix.patterns(classId), 0);
  }

  /** Classes that may have the point. */
  holdersOf(answer: Answer): readonly number[] {
    const { point, inside } = answer;
    const { size } = this.matrix;
    if (point && answer.holders?.asOf !== size) {
      const near = this.matrix.near(inside[0] as number).copy();
      near.drop(answer.outside);
      const classes = this.matrix.holding(near, point);
      answer.holders = { classes, asOf: size };
    }
    return answer.holders?.classes ?? [];
  }

  #nearOf(inside: readonly number[], classes: Bits): Bits {
    const near = classes.and(this.matrix.near(inside[0] as number));
    for (let at = 1; at < inside.length; at++) {
      near.keep(this.matrix.near(inside[at] as number));
    }
    return near;
  }

  #boxes(classes: readonly number[]) {
    return classes.map((classId) => this.matrix.reach(classId));
  }

  /** Steps for looking at the patterns of some classes: one for each class, and more for those with many. */
  #stepsOfPoint(classes: Bits): number {
    let patterns = 0;
    classes.each((classId) => (patterns += Math.max(0, this.matrix.patterns(classId) - fewPatterns)));
    return classes.size + Math.floor(patterns / patternsOfStep);
  }

  /** `share`: steps beside the free ones. */
  #search(inside: readonly number[], outside: Bits, share: number, budget: number): Answer {
    const { matrix } = this;
    const stepsOfPoint = this.#stepsOfPoint(outside);
    const free = freeStepsOfClass * stepsOfPoint + freeSteps;
    const limit = Math.min(budget, free + share);
    const plainest = this.#plainestIn(inside, outside);
    if (plainest && stepsOfPoint <= limit) {
      this.#steps += stepsOfPoint;
      return { kind: 'point', inside, outside, core: [], point: plainest };
    }
    const search = new Search(
      {
        stepsOfPoint,
        numbers: matrix.numbersIn(outside),
        holdersOf: (point) => matrix.holding(outside, point),
        box: (classId) => matrix.reach(classId),
        keyOf: (classId) => matrix.text(classId),
      },
      limit,
    );
    const point = search.find(this.#boxes(inside));
    const steps = limit - Math.max(0, search.steps);
    this.#steps += steps;
    this.#hardLeft -= Math.max(0, steps - free);
    const core = point ? [] : [...search.core];
    return { kind: point ? 'point' : search.gaveUp ? 'gave-up' : 'none', inside, outside, core, point };
  }

  /** The plainest resource of a single class, where no class outside has it: the first that a search finds. */
  #plainestIn([classId = -1, other]: readonly number[], outside: Bits): Point | undefined {
    const { matrix } = this;
    const isSingle = other === undefined && matrix.numbersIn(outside).size === 0;
    const point = isSingle ? matrix.plainest(classId) : undefined;
    return point && matrix.holding(outside, point).length === 0 ? point : undefined;
  }
}
