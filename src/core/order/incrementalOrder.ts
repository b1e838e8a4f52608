import { runToEnd } from '../util/runToEnd.ts';
import { OrderAnalysis, type Analysis, type OrderFinding } from './orderAnalysis.ts';
import type { OrderedRule } from './orderedRule.ts';
import { rulesKnownTo, comparisonGroupsOf } from './comparisonGroups.ts';
import { RegionSearch, searchBudget } from './regionSearch.ts';
import { RuleClasses } from './ruleClasses.ts';
import { defaultLooks, ScopeMatrix } from './scopeMatrix.ts';
import { TopDownPass, type ClassState } from './topDownPass.ts';
import { Work } from './work.ts';

/** Steps that all hard questions of one policy may take together. */
const defaultHardBudget = 1_000_000;
/** Rules, and steps of work, between two chances to give way: a few milliseconds. A step is about so many looks at patterns. */
const rulesAtOnce = 64;
const stepsAtOnce = 5000;
const looksOfStep = 8;
/** Effects that may be out of use before all are forgotten. */
const spareEffects = 1000;

export interface IncrementalOptions {
  /** Steps for one question. */
  readonly budget?: number;
  /** Steps for all hard questions together. */
  readonly hardBudget?: number;
  /** Looks at patterns, to relate all that is asked of fields. */
  readonly looks?: number;
  /** Shared by policies with the same collections, so that a collection is related to the others once. */
  readonly matrix?: ScopeMatrix;
}

/** Results that stay valid between updates. */
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
  readonly #matrix: ScopeMatrix;
  #kept: Kept;

  constructor(options: IncrementalOptions = {}) {
    this.#options = options;
    this.#matrix = options.matrix ?? new ScopeMatrix(new Work(options.looks ?? defaultLooks));
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

  update(rules: readonly OrderedRule[]): Analysis {
    return runToEnd(this.updateSteps(rules));
  }

  /**
   * Does `update` in short steps. After an abandoned update the next one is right, too. A rule that is the same
   * object as before is not read again.
   */
  *updateSteps(rules: readonly OrderedRule[]): Generator<void, Analysis, void> {
    const groups = comparisonGroupsOf(rules);
    if (groups.length < 2) {
      return yield* this.#analyze(rules);
    }
    // It is unknown whether rules of another group match first. All groups together take no longer than one.
    const { hardBudget = defaultHardBudget, looks = defaultLooks } = this.#options;
    const share = {
      ...this.#options,
      hardBudget: Math.ceil(hardBudget / groups.length),
      looks: Math.ceil(looks / groups.length),
    };
    const findings: OrderFinding[] = [];
    const notAnalyzed = new Set<number>();
    for (const group of new Set(rules.map((rule) => rule.comparisonGroup))) {
      const isIn = (place: number): boolean => rules[place]?.comparisonGroup === group;
      const analysis = yield* new IncrementalOrder(share).#analyze(rulesKnownTo(rules, group));
      analysis.findings.filter(({ rule }) => isIn(rule)).forEach((finding) => findings.push(finding));
      analysis.notAnalyzed.filter(isIn).forEach((place) => notAnalyzed.add(place));
    }
    return {
      findings: findings.toSorted((a, b) => a.rule - b.rule),
      notAnalyzed: [...notAnalyzed].sort((a, b) => a - b),
    };
  }

  *#analyze(given: readonly OrderedRule[]): Generator<void, Analysis, void> {
    if (this.#kept.effects.size > 2 * given.length + spareEffects) {
      this.#kept = this.#begin();
    }
    const { search, states } = this.#kept;
    const { looks } = this.#matrix;
    let [count, enough] = [0, 0];
    const isDue = (): boolean => {
      const work = looks.done / looksOfStep + search.work;
      const isEnough = ++count % rulesAtOnce === 0 || work > enough;
      enough = isEnough ? work + stepsAtOnce : enough;
      return isEnough;
    };
    const rules: RuleClasses[] = [];
    // A copy: the list may be changed in place.
    for (const rule of given.slice()) {
      rules.push(this.#classesOf(rule));
      if (isDue()) {
        yield;
      }
    }
    search.beginRound();
    const down = new TopDownPass(search, rules, states);
    const analysis = new OrderAnalysis(down);
    for (let place = 0; place < rules.length; place++) {
      down.passRule(place);
      if (isDue()) {
        yield;
      }
    }
    for (const applying of down.applying.toReversed()) {
      analysis.passRuleUp(applying);
      if (isDue()) {
        yield;
      }
    }
    return analysis;
  }

  #classesOf(rule: OrderedRule): RuleClasses {
    const { rules } = this.#kept;
    let read = rules.get(rule);
    if (!read) {
      read = new RuleClasses(rule, this.#matrix, this.#numberOf);
      rules.set(rule, read);
    }
    return read;
  }

  #begin(): Kept {
    const { budget = searchBudget, hardBudget = defaultHardBudget } = this.#options;
    return {
      search: new RegionSearch(this.#matrix, budget, hardBudget),
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
