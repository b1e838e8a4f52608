import { OrderAnalysis, type Analysis, type OrderFinding } from './orderAnalysis.ts';
import { type OrderedRule, rulesKnownTo, comparisonGroupsOf } from './orderedRule.ts';
import { looksOfStep, RegionSearch, searchBudget } from './regionSearch.ts';
import { ruleClassesOf, type RuleClasses } from './firstRules.ts';
import { longestIncreasing } from '../policy/reorder.ts';
import { ScopeMatrix } from './scopeMatrix.ts';
import { TopDownPass, type EarlierPass } from './topDownPass.ts';

/** Steps that all hard questions of one policy may take together. */
const MAX_HARD_STEPS = 1_000_000;
/** Rules, and steps of work, between two yields: a few milliseconds. A step is about `looksOfStep` looks at patterns. */
const rulesAtOnce = 64;
const stepsAtOnce = 5000;

/**
 * The analysis of one policy, kept up to date. Each update goes through all rules, and its result equals that of a fresh analysis.
 * The part of a class that rules leave is kept with the classes above it, so an edit searches only where these, or their rules, differ.
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

  /** Analyzes the rules, in short steps. The next update is correct even after an interruption. */
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
    const { rules, ...touched } = yield* this.#readRules(allRules.slice(), isDue);
    search.beginRound();
    const last = this.#wasHard ? undefined : this.#last;
    const down = new TopDownPass(search, rules, last && { pass: last, ...touched });
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
    this.#wasHard = down.gaveUp.size > 0 || search.wasHard;
    return analysis;
  }

  /** Reads the rules, and the differences to those of the last pass. A rule that is the same object as before is not read again. */
  *#readRules(
    rules: readonly OrderedRule[],
    isDue: () => boolean,
  ): Generator<void, { readonly rules: readonly RuleClasses[] } & Omit<EarlierPass, 'pass'>, void> {
    const before = this.#last?.rules ?? [];
    const [head, tail] = commonEnds(before, rules, (read, rule) => read.rule === rule);
    const was = before.slice(head, before.length - tail);
    const known = new Map(was.map((read) => [read.rule, read]));
    const is: RuleClasses[] = [];
    for (const rule of rules.slice(head, rules.length - tail)) {
      is.push(known.get(rule) ?? ruleClassesOf(rule, this.#matrix, this.#effects));
      if (isDue()) {
        yield;
      }
    }
    const [sameHead, sameTail] = commonEnds(was, is, isSameInOrder);
    return {
      rules: [...before.slice(0, head), ...is, ...before.slice(before.length - tail)],
      head: head + sameHead,
      touched: touchedBetween(
        was.slice(sameHead, was.length - sameTail),
        is.slice(sameHead, is.length - sameTail),
      ),
    };
  }
}

/** Rules that are not in both lists, or moved. */
function touchedBetween(was: readonly RuleClasses[], is: readonly RuleClasses[]): ReadonlySet<RuleClasses> {
  const places = new Map(was.map((rule, place) => [rule, place]));
  const origins = is.map((rule) => places.get(rule) ?? -1);
  const isInOrder = longestIncreasing(origins);
  const kept = new Set(origins.filter((_, at) => isInOrder[at]));
  return new Set([...was.filter((_, at) => !kept.has(at)), ...is.filter((_, at) => !isInOrder[at])]);
}

/** A rule with the same classes and the same action is the same for the order. */
function isSameInOrder(rule: RuleClasses, other: RuleClasses): boolean {
  return rule === other || (rule.effect === other.effect && String(rule.classes) === String(other.classes));
}

/** How many items at the beginning, and then at the end, are the same. */
function commonEnds<Old, New>(
  before: readonly Old[],
  now: readonly New[],
  isSame: (old: Old, item: New) => boolean,
): readonly [head: number, tail: number] {
  const shorter = Math.min(before.length, now.length);
  let [head, tail] = [0, 0];
  while (head < shorter && isSame(before[head] as Old, now[head] as New)) {
    head++;
  }
  while (tail < shorter - head && isSame(before.at(-1 - tail) as Old, now.at(-1 - tail) as New)) {
    tail++;
  }
  return [head, tail];
}
