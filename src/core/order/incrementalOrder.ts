import { runToEnd } from '../util/inSlices.ts';
import { OrderAnalysis, type Analysis, type OrderFinding } from './orderAnalysis.ts';
import { type OrderedRule, rulesKnownTo, comparisonGroupsOf } from './orderedRule.ts';
import { RegionSearch, searchBudget } from './regionSearch.ts';
import { ruleClassesOf, type RuleClasses } from './firstRules.ts';
import { ScopeMatrix } from './scopeMatrix.ts';
import { TopDownPass } from './topDownPass.ts';

/** Steps that all hard questions of one policy may take together. */
const MAX_HARD_STEPS = 1_000_000;
/** Rules, and steps of work, between two yields: a few milliseconds. A step is about `looksOfStep` looks at patterns. */
const rulesAtOnce = 64;
const stepsAtOnce = 5000;
const looksOfStep = 8;

/**
 * The analysis of one policy, kept up to date. Each update goes through all rules, and its result equals that of a fresh analysis.
 * Answers of the search are kept by the classes inside and outside, so an edit searches only where these are others than before.
 */
export class IncrementalOrder {
  readonly #matrix: ScopeMatrix;
  readonly #budget: number;
  readonly #hardBudget: number;
  readonly #search: RegionSearch;
  /** The rules of the last update. */
  #rules: readonly RuleClasses[] = [];
  readonly #effects = new Map<string, number>();

  /**
   * `budget`: steps for one question; `hardBudget`: steps for all hard questions together.
   */
  constructor(matrix = new ScopeMatrix(), budget = searchBudget, hardBudget = MAX_HARD_STEPS) {
    this.#matrix = matrix;
    this.#budget = budget;
    this.#hardBudget = hardBudget;
    this.#search = new RegionSearch(matrix, budget, hardBudget, hardBudget / 2);
  }

  /** Looks at patterns, and steps of questions, so far. */
  get work(): number {
    return this.#matrix.looks.done + this.#search.work;
  }

  update(rules: readonly OrderedRule[]): Analysis {
    return runToEnd(this.updateSteps(rules));
  }

  /**
   * Does `update` in short steps. The next update is correct even after an interruption.
   */
  *updateSteps(rules: readonly OrderedRule[]): Generator<void, Analysis, void> {
    const groups = comparisonGroupsOf(rules);
    if (groups.length < 2) {
      return yield* this.#analyze(rules);
    }
    // Whether rules of another group match first is unknown. All groups together take no longer than one.
    const share = Math.ceil(this.#hardBudget / groups.length);
    const findings: OrderFinding[] = [];
    const notAnalyzed = new Set<number>();
    for (const group of new Set(rules.map((rule) => rule.comparisonGroup))) {
      const isIn = (place: number): boolean => rules[place]?.comparisonGroup === group;
      const analysis = yield* new IncrementalOrder(this.#matrix, this.#budget, share).#analyze(
        rulesKnownTo(rules, group),
      );
      analysis.findings.filter(({ rule }) => isIn(rule)).forEach((finding) => findings.push(finding));
      analysis.notAnalyzed.filter(isIn).forEach((place) => notAnalyzed.add(place));
    }
    return {
      findings: findings.toSorted((a, b) => a.rule - b.rule),
      notAnalyzed: [...notAnalyzed].sort((a, b) => a - b),
    };
  }

  *#analyze(allRules: readonly OrderedRule[]): Generator<void, Analysis, void> {
    const search = this.#search;
    const { looks } = this.#matrix;
    let [count, enough] = [0, 0];
    const isDue = (): boolean => {
      const work = looks.done / looksOfStep + search.work;
      const isEnough = ++count % rulesAtOnce === 0 || work > enough;
      enough = isEnough ? work + stepsAtOnce : enough;
      return isEnough;
    };
    // A copy: the list may be changed in place.
    const rules = yield* this.#readRules(allRules.slice(), isDue);
    this.#rules = rules;
    search.beginRound();
    const down = new TopDownPass(search, rules);
    const analysis = new OrderAnalysis(down);
    for (let place = 0; place < rules.length; place++) {
      down.passRule(place);
      if (isDue()) {
        yield;
      }
    }
    for (let place = rules.length - 1; place >= 0; place--) {
      if (down.results[place] === 'applies') {
        analysis.findUnneeded(place);
        if (isDue()) {
          yield;
        }
      }
    }
    return analysis;
  }

  /** A rule that is the same object as before is not read again. */
  *#readRules(
    rules: readonly OrderedRule[],
    isDue: () => boolean,
  ): Generator<void, readonly RuleClasses[], void> {
    const before = this.#rules;
    const shorter = Math.min(before.length, rules.length);
    let [head, tail] = [0, 0];
    while (head < shorter && before[head]?.rule === rules[head]) {
      head++;
    }
    while (tail < shorter - head && before.at(-1 - tail)?.rule === rules.at(-1 - tail)) {
      tail++;
    }
    const changed = before.slice(head, before.length - tail);
    const known = new Map(changed.map((read) => [read.rule, read]));
    const read = before.slice(0, head);
    for (const rule of rules.slice(head, rules.length - tail)) {
      read.push(known.get(rule) ?? ruleClassesOf(rule, this.#matrix, this.#effects));
      if (isDue()) {
        yield;
      }
    }
    return read.concat(before.slice(before.length - tail));
  }
}
