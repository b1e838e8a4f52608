import { finished } from '../util/finished.ts';
import { Bits } from './bits.ts';
import type { Kept } from './classStandings.ts';
import { fewRules } from './fewRules.ts';
import { searchBudget } from './findPoint.ts';
import type { LookedBelow } from './lookedBelow.ts';
import type { NamedScope, OrderedRule } from './orderedRule.ts';
import type { Analysis, AnalysisOptions, OrderFinding } from './orderFinding.ts';
import { Questions } from './questions.ts';
import { ScopePool } from './scopePool.ts';
import { RuleTable } from './ruleTable.ts';
import { WayDown } from './wayDown.ts';
import { WayUp } from './wayUp.ts';

/** Steps that all hard questions of one policy may take together. */
export const usualHardBudget = 1_000_000;
/** Rules between two chances to give way: those that are read anew, and those that are looked at. */
const readAtOnce = 64;
const fewClasses = 16;
const slice = 1000;
/** Looks at patterns after which others get their turn: a few milliseconds. */
const muchLooking = 100_000;
/** Effects that may be out of use before all are forgotten. */
const spareEffects = 1000;

export interface IncrementalOptions extends AnalysisOptions {
  /** Shared by policies with the same collections, so that what is known of a collection is known once. */
  readonly pool?: ScopePool;
  /** Nothing is analyzed later. */
  readonly isOnce?: boolean;
}

/**
 * The analysis of one policy, kept up to date. Every update says exactly what a fresh analysis would; what costs time, the
 * questions whether something is left of collections beside others, is asked again only where the collections concerned are
 * others than before. So a change of what a rule does asks nothing, and a move asks about what lies between its places.
 */
export class IncrementalOrder {
  readonly #options: IncrementalOptions;
  readonly #pool: ScopePool;
  #kept: Kept;
  #effects = new Map<string, number>();
  #last: RuleTable | undefined;
  #lastDown: WayDown | undefined;
  #lastLooked: LookedBelow | undefined;
  /** Classes in use, of as many as there were then. */
  #count = 0;
  #countedOf = 0;

  constructor(options: IncrementalOptions = {}) {
    this.#options = options;
    this.#pool = options.pool ?? new ScopePool(options.looks);
    this.#kept = this.#begin();
  }

  /** Questions that the last update had to work out. */
  get worked(): number {
    return this.#kept.questions.worked;
  }

  /** Looks at patterns, steps of searches, and what questions take by themselves, so far. */
  get work(): number {
    return this.#kept.classes.work + this.#kept.questions.effort;
  }

  dispose(): void {
    this.#pool.forget(this);
  }

  update(rules: readonly OrderedRule[]): Analysis {
    return finished(this.updateSteps(rules));
  }

  /**
   * As `update`, in short steps; abandoned between two of them, the next update is right all the same. A rule that is the same
   * object as before is not read again.
   */
  *updateSteps(rules: readonly OrderedRule[]): Generator<void, Analysis, void> {
    if (this.#kept.classes !== this.#pool.classes || this.#effects.size > 2 * rules.length + spareEffects) {
      this.#kept = this.#begin();
    }
    const kept = this.#kept;
    const { questions } = kept;
    const table = new RuleTable(rules, this.#numberOf, this.#last?.isWorn === false ? this.#last : undefined);
    for (let isMore = true; isMore;) {
      const [enough, most] = [kept.classes.work + muchLooking, kept.classes.size + fewClasses];
      const isEnough = (): boolean => kept.classes.work > enough || kept.classes.size > most;
      isMore = table.fill(readAtOnce, kept.classes, isEnough);
      yield;
    }
    for (let at = 0; at < table.fresh.length; at += readAtOnce) {
      table.lookInside(at, at + readAtOnce, kept.classes);
      yield;
    }
    this.#last = table;
    questions.begin();
    // Until this is done it is not known what the answers that are kept were given for.
    const [last, lastLooked] = [this.#lastDown, this.#lastLooked];
    this.#lastDown = undefined;
    this.#lastLooked = undefined;
    const down = new WayDown(kept, table, last);
    for (let place = 0; place < table.length;) {
      place = down.take(place, Math.min(place + slice, table.length));
      yield;
    }
    const { effectOfNone } = this.#options;
    const none = effectOfNone === undefined ? -1 : this.#numberOf(effectOfNone);
    const up = new WayUp(kept, table, down, none, last && lastLooked);
    yield* up.steps();
    yield;
    questions.end();
    down.finish();
    up.looked.finish();
    this.#lastDown = down;
    this.#lastLooked = up.looked;
    yield* this.#tellUse(rules, kept);
    if (!this.#options.isOnce) {
      keepShapes();
    }
    return new Told(down, up);
  }

  /** Counts the classes in use, which are only worth a look when there are others than the last time. */
  *#tellUse(rules: readonly OrderedRule[], { classes }: Kept): Generator<void, void, void> {
    if (!this.#pool.isLarge || this.#countedOf === classes.size) {
      this.#pool.uses(this, this.#pool.isLarge ? this.#count : classes.size);
      return;
    }
    const own = new Bits();
    for (let place = 0; place < rules.length; place++) {
      const { scopes } = rules[place] as OrderedRule;
      for (let at = 0; at < scopes.length; at++) {
        own.add(classes.classOf(scopes[at] as NamedScope));
      }
      if (place % slice === 0) {
        yield;
      }
    }
    [this.#count, this.#countedOf] = [own.size, classes.size];
    this.#pool.uses(this, own.size);
  }

  #begin(): Kept {
    const { budget = searchBudget, hardBudget = usualHardBudget } = this.#options;
    const { classes } = this.#pool;
    this.#effects = new Map();
    this.#countedOf = 0;
    this.#last = undefined;
    this.#lastDown = undefined;
    this.#lastLooked = undefined;
    return { classes, questions: new Questions(classes, budget, hardBudget), states: [] };
  }

  readonly #numberOf = (effect: string): number => {
    let number = this.#effects.get(effect);
    if (number === undefined) {
      number = this.#effects.size;
      this.#effects.set(effect, number);
    }
    return number;
  };
}

/** See `fewRules`. */
const shapes: unknown[] = [];

function keepShapes(): void {
  if (shapes.length === 0) {
    const [order, rules] = [new IncrementalOrder(), fewRules()];
    shapes.push(order);
    // As a whole, and after an edit.
    for (const told of [order.update(rules), order.update(rules.toSpliced(2, 1))]) {
      shapes.push(told, told.findings);
    }
  }
}

/** An analysis as it is told: there may be many findings, and they are made when they are looked at. */
class Told implements Analysis {
  readonly notAnalyzed: readonly number[];
  readonly #down: WayDown;
  readonly #up: WayUp;
  #findings: readonly OrderFinding[] | undefined;

  constructor(down: WayDown, up: WayUp) {
    this.#down = down;
    this.#up = up;
    this.notAnalyzed = [...down.gaveUp].sort((a, b) => a - b);
  }

  get findings(): readonly OrderFinding[] {
    this.#findings ??= this.#down.findings(this.#up.findings.toReversed());
    return this.#findings;
  }
}
