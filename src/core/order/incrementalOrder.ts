import { runToEnd } from '../util/inSlices.ts';
import { OrderAnalysis, type Analysis, type OrderFinding } from './orderAnalysis.ts';
import { type OrderedRule, rulesKnownTo, comparisonGroupsOf } from './orderedRule.ts';
import { RegionSearch, searchBudget } from './regionSearch.ts';
import { ruleClassesOf, type RuleClasses } from './firstRules.ts';
import { longestIncreasing } from '../policy/reorder.ts';
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
  /** The last pass of a finished update, and whether one of its questions was hard. */
  #last: TopDownPass | undefined;
  #wasHard = false;
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
    const { rules, touched } = yield* this.#readRules(allRules.slice(), isDue);
    search.beginRound();
    const down = new TopDownPass(
      search,
      rules,
      this.#wasHard ? undefined : this.#last && { pass: this.#last, touched },
    );
    const analysis = new OrderAnalysis(down);
    for (let place = 0; place < rules.length; place++) {
      down.passRule(place);
      if (isDue()) {
        yield;
      }
    }
    for (let place = rules.length - 1; place >= 0; place--) {
      analysis.passRule(place);
      if (isDue()) {
        yield;
      }
    }
    this.#last = down;
    this.#wasHard = down.gaveUp.size > 0 || search.hardLeft < this.#hardBudget;
    return analysis;
  }

  /** A rule that is the same object as before is not read again. `touched`: see `EarlierPass`. */
  *#readRules(
    rules: readonly OrderedRule[],
    isDue: () => boolean,
  ): Generator<
    void,
    { readonly rules: readonly RuleClasses[]; readonly touched: ReadonlySet<RuleClasses> },
    void
  > {
    const before = this.#last?.rules ?? [];
    const shorter = Math.min(before.length, rules.length);
    let [head, tail] = [0, 0];
    while (head < shorter && before[head]?.rule === rules[head]) {
      head++;
    }
    while (tail < shorter - head && before.at(-1 - tail)?.rule === rules.at(-1 - tail)) {
      tail++;
    }
    const was = before.slice(head, before.length - tail);
    const places = new Map(was.map(({ rule }, place) => [rule, place]));
    const is: RuleClasses[] = [];
    const origins: number[] = [];
    for (const [at, rule] of rules.slice(head, rules.length - tail).entries()) {
      const origin = places.get(rule);
      // A rule that is there twice is read twice.
      places.delete(rule);
      const own = was[origin ?? -1] ?? ruleClassesOf(rule, this.#matrix, this.#effects);
      is.push(own);
      origins.push(origin ?? (isSameInOrder(was[at], own) ? at : -1));
      if (isDue()) {
        yield;
      }
    }
    const touched = new Set([...was, ...is]);
    for (const [at, isInOrder] of longestIncreasing(origins).entries()) {
      if (isInOrder) {
        touched.delete(is[at] as RuleClasses);
        touched.delete(was[origins[at] as number] as RuleClasses);
      }
    }
    return { rules: [...before.slice(0, head), ...is, ...before.slice(before.length - tail)], touched };
  }
}

/** Whether two rules have the same classes and the same action. */
function isSameInOrder(one: RuleClasses | undefined, other: RuleClasses): boolean {
  return one?.effect === other.effect && String(one.classes) === String(other.classes);
}
