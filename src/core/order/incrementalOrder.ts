import { finished } from '../util/finished.ts';
import { searchBudget } from './findPoint.ts';
import { OrderAnalysis } from './orderAnalysis.ts';
import type { OrderedRule } from './orderedRule.ts';
import type { Analysis, AnalysisOptions } from './orderFinding.ts';
import { RegionSearch } from './regionSearch.ts';
import { RuleClasses } from './ruleClasses.ts';
import type { ScopeMatrix } from './scopeMatrix.ts';
import { ScopePool } from './scopePool.ts';
import { TopDownPass, type ClassState } from './topDownPass.ts';

/** Steps that all hard questions of one policy may take together. */
export const usualHardBudget = 1_000_000;
/** Rules that are read between two chances to give way, and what is enough before. */
const readAtOnce = 64;
const enoughClasses = 16;
const enoughLooks = 100_000;
/** Effects that may be out of use before all are forgotten. */
const spareEffects = 1000;

export interface IncrementalOptions extends AnalysisOptions {
  /** Shared by policies with the same collections, so that the matrix of a collection is made once. */
  readonly pool?: ScopePool;
}

/** Results that stay valid between updates while the matrix is the same. */
interface Kept {
  readonly search: RegionSearch;
  readonly rules: WeakMap<OrderedRule, RuleClasses>;
  readonly effects: Map<string, number>;
  readonly states: ClassState[];
}

/**
 * The analysis of one policy, kept up to date. Each update goes through all rules and says exactly what a fresh analysis would. Answers
 * to questions are kept by class and by the rules above it, so an edit asks only where these are others than before.
 */
export class IncrementalOrder {
  readonly #options: IncrementalOptions;
  readonly #pool: ScopePool;
  #kept: Kept;

  constructor(options: IncrementalOptions = {}) {
    this.#options = options;
    this.#pool = options.pool ?? new ScopePool(options.looks);
    this.#kept = this.#begin();
  }

  /** Questions that the last update searched. */
  get worked(): number {
    return this.#kept.search.searched;
  }

  /** Looks at patterns, and steps of questions, so far. */
  get work(): number {
    return this.#matrix.looks.done + this.#kept.search.work;
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
  *updateSteps(given: readonly OrderedRule[]): Generator<void, Analysis, void> {
    const { effects, search } = this.#kept;
    if (search.matrix !== this.#pool.matrix || effects.size > 2 * given.length + spareEffects) {
      this.#kept = this.#begin();
    }
    const kept = this.#kept;
    // A copy: the list may be changed in place.
    const rules = yield* this.#read(given.slice(), kept);
    kept.search.beginRound();
    const { effectOfNone } = this.#options;
    const none = effectOfNone === undefined ? -1 : this.#numberOf(effectOfNone);
    const analysis = new OrderAnalysis(new TopDownPass(kept.search, rules, kept.states), none);
    yield* analysis.steps();
    this.#pool.uses(this, this.#pool.isLarge ? countClasses(rules) : this.#matrix.size);
    return analysis;
  }

  *#read(given: readonly OrderedRule[], kept: Kept): Generator<void, readonly RuleClasses[], void> {
    const { matrix } = kept.search;
    const rules: RuleClasses[] = [];
    let [classes, looks, fresh] = [matrix.size, matrix.looks.done, 0];
    for (const rule of given) {
      let read = kept.rules.get(rule);
      if (!read) {
        read = new RuleClasses(rule, matrix, this.#numberOf);
        kept.rules.set(rule, read);
        fresh++;
      }
      rules.push(read);
      if (
        fresh >= readAtOnce ||
        matrix.size > classes + enoughClasses ||
        matrix.looks.done > looks + enoughLooks
      ) {
        [classes, looks, fresh] = [matrix.size, matrix.looks.done, 0];
        yield;
      }
    }
    return rules;
  }

  get #matrix(): ScopeMatrix {
    return this.#kept.search.matrix;
  }

  #begin(): Kept {
    const { budget = searchBudget, hardBudget = usualHardBudget } = this.#options;
    return {
      search: new RegionSearch(this.#pool.matrix, budget, hardBudget),
      rules: new WeakMap(),
      effects: new Map(),
      states: [],
    };
  }

  readonly #numberOf = (effect: string): number => {
    const { effects } = this.#kept;
    const number = effects.get(effect) ?? effects.size;
    effects.set(effect, number);
    return number;
  };
}

function countClasses(rules: readonly RuleClasses[]): number {
  return new Set(rules.flatMap(({ classes }) => classes)).size;
}
