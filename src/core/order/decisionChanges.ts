import { Bits } from './bits.ts';
import { firstRulesOf, type FirstRules } from './firstRules.ts';
import { canBePoint } from './imageBoxes.ts';
import {
  rulesKnownTo,
  comparisonGroupsOf,
  reachOf,
  withCertainSubset,
  type NamedScope,
  type UnknownReason,
  type OrderedRule,
} from './orderedRule.ts';
import type { Answer } from './regionSearch.ts';
import { RegionLimits } from './rulesApplyingIn.ts';
import type { Point } from './scope.ts';
import { touchedRules, type TouchedRules } from './touchedRules.ts';

/** Two rules by their places; undefined: no rule applies. */
export interface RulePair {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** A pair of rules with something to which `to` applies instead of `from`. Without an example it is unknown whether there is. */
interface ChangedPair extends RulePair {
  readonly example?: Point;
}

interface DecisionChanges {
  /** Each has an example. */
  readonly changes: readonly (ChangedPair & { readonly example: Point })[];
  /** Rules of `changed`, each with itself. Those that are proven to apply to nothing before and after are left out. */
  readonly actions: readonly (ChangedPair & { readonly from: number; readonly to: number })[];
  /** Whether `changes` is complete. False where a collection is unknown or the search gave up. */
  readonly isComplete: boolean;
  /** Pairs on which the search gave up; empty where there was too much to look at all pairs. Absent: it gave up on nothing. */
  readonly gaveUp?: readonly RulePair[];
  /** Reasons for other unknown pairs. */
  readonly unknownReasons?: readonly UnknownReason[];
}

interface Compared {
  readonly before: readonly OrderedRule[];
  readonly after: readonly OrderedRule[];
  /** For each place before, the place of the same rule after. */
  readonly counterparts: readonly (number | undefined)[];
  /** Rules before that keep their decisions where nothing else changes, and act differently. */
  readonly changed: readonly number[];
  /** The pairs have a rule of this group, and the rules are as it knows them. */
  readonly group: string | undefined;
}

/** The result for two rules so far. */
interface Pair extends RulePair {
  proof: Answer | undefined;
  isHard: boolean;
  readonly unknownReasons: Set<UnknownReason>;
}

/** Looks at pairs of collections and patterns, and steps of searches, at most: about a third of a second. */
const maxWork = 10_000_000;
/** With so few collections in touched rules, only those near them are related to each other. */
const fewTouchedScopes = 8;

/**
 * The changed decisions between two orders of rules: every pair of rules of which the second applies to something instead of the
 * first, each with an example. `counterparts` has, for each place in `before`, the place in `after` of the same rule, or undefined.
 * `changed`: places in `before` of rules that have a counterpart and act differently.
 */
export function decisionChanges(
  before: readonly OrderedRule[],
  after: readonly OrderedRule[],
  counterparts: readonly (number | undefined)[],
  changed: readonly number[] = [],
  limits = new RegionLimits(maxWork),
): DecisionChanges {
  const groups = new Set([...comparisonGroupsOf(before), ...comparisonGroupsOf(after)]);
  const pairs = new Map<string, Pair>();
  for (const group of groups) {
    const known = { before: rulesKnownTo(before, group), after: rulesKnownTo(after, group) };
    new OrderComparison({ ...known, counterparts, changed, group }, limits, pairs).compare();
  }
  // Examples are for people, who look at a few.
  const withExample = <Rules extends RulePair>(rules: Rules, proof: Answer) => ({
    ...rules,
    get example() {
      return limits.search.exampleOf(proof) ?? [];
    },
  });
  const comparedPairs = [...pairs.values()]
    .filter((pair) => !isSameRule(counterparts, pair))
    .toSorted(inOrder);
  const open = comparedPairs.filter(({ proof }) => !proof);
  const reasons = new Set(open.flatMap(({ unknownReasons }) => [...unknownReasons]));
  const gaveUp = open.filter(({ isHard }) => isHard).map(({ from, to }) => ({ from, to }));
  return {
    changes: comparedPairs.flatMap(({ from, to, proof }) =>
      proof ? [withExample({ from, to }, proof)] : [],
    ),
    actions: changed.flatMap((from) => {
      const rules = { from, to: counterparts[from] as number };
      const pair = pairs.get(keyOf(rules));
      const isPossible = pair !== undefined || limits.isBeyondLimit;
      return pair?.proof ? [withExample(rules, pair.proof)] : isPossible ? [rules] : [];
    }),
    isComplete: !limits.isBeyondLimit && open.length === 0,
    ...(reasons.size > 0 && { unknownReasons: [...reasons] }),
    ...((limits.isBeyondLimit || gaveUp.length > 0) && { gaveUp }),
  };
}

/**
 * One order of rules beside another. Two rules that stay in their order and as they are never take anything from each other. So
 * only pairs with a touched rule are asked about, and pairs of a changed rule with itself.
 */
class OrderComparison {
  readonly #compared: Compared;
  readonly #limits: RegionLimits;
  readonly #touched: TouchedRules;
  /** Pairs with a proof, and pairs that are open, of all groups. */
  readonly #pairs: Map<string, Pair>;
  /** Collections of touched rules, where these are few. */
  readonly #concerned: readonly NamedScope[] | undefined;
  readonly #classes = new Map<NamedScope, readonly number[]>();
  /** The reasons for each unknown class. */
  readonly #why = new Map<number, readonly UnknownReason[]>();

  constructor(compared: Compared, limits: RegionLimits, pairs: Map<string, Pair>) {
    const { before, after, counterparts, changed } = compared;
    this.#compared = compared;
    this.#limits = limits;
    this.#pairs = pairs;
    this.#touched = touchedRules(before, after, counterparts);
    const concerned = new Set([
      ...scopesAt(before, new Set([...this.#touched.before, ...changed])),
      ...scopesAt(after, this.#touched.after),
    ]);
    this.#concerned = concerned.size > fewTouchedScopes ? undefined : [...concerned];
  }

  /** The class of a collection, and that of its certain part. None where it shares nothing with touched rules. */
  readonly #classesOf = ({ scopes }: OrderedRule): readonly number[] =>
    scopes.flatMap((scope) => {
      let classes = this.#classes.get(scope);
      if (!classes) {
        classes = withCertainSubset(scope).flatMap((part) => this.#classOf(part));
        this.#classes.set(scope, classes);
      }
      return classes;
    });

  #classOf(scope: NamedScope): readonly number[] {
    const { matrix } = this.#limits;
    const own = reachOf(scope);
    if (
      this.#concerned?.every((touchedScope) => this.#limits.areApart(own, reachOf(touchedScope))) === true
    ) {
      return [];
    }
    const classId = matrix.classOf(scope);
    if (!matrix.known.has(classId)) {
      // With a box its contents are known, but not all of them are looked at.
      const why = scope.box || scope.isBeyondLimit ? (['too-much'] as const) : (scope.why ?? []);
      this.#why.set(classId, [...(this.#why.get(classId) ?? []), ...why]);
    }
    return [classId];
  }

  compare(): void {
    const { before, after, counterparts, changed } = this.#compared;
    const { matrix } = this.#limits;
    const [was, is] = [before, after].map((rules) => firstRulesOf(rules, matrix, this.#classesOf)) as [
      FirstRules,
      FirstRules,
    ];
    const touched = this.#touched;
    this.#askAbout(new Set([...touched.before, ...changed]), was, is, (from, to) =>
      touched.before.has(from) || counterparts[from] === to ? { from, to } : undefined,
    );
    this.#askAbout(touched.after, is, was, (to, from) =>
      from === undefined || !touched.before.has(from) ? { from, to } : undefined,
    );
  }

  /** For each class of some rules in one order, asks for all rules that may apply in it in the other order. */
  #askAbout(
    places: ReadonlySet<number>,
    own: FirstRules,
    other: FirstRules,
    pairOf: (place: number, other: number | undefined) => RulePair | undefined,
  ): void {
    for (const { place, scopeClass, above } of own.candidates(own.named, new Bits())) {
      if (places.has(place)) {
        this.#askIn(scopeClass, above, other, (to) => pairOf(place, to));
      }
    }
  }

  #askIn(
    classId: number,
    above: Bits,
    other: FirstRules,
    pairOf: (place: number | undefined) => RulePair | undefined,
  ): void {
    const wider = this.#limits.matrix.wider(classId);
    for (const { place, scopeClass, above: taken } of other.candidatesIn([classId], above)) {
      if (this.#limits.isBeyondLimit || taken.has(classId) || taken.meets(wider)) {
        return;
      }
      const pair = pairOf(place);
      if (pair) {
        this.#ask([classId, scopeClass], pair, taken);
      }
    }
    const pair = pairOf(undefined);
    if (pair) {
      const taken = other.named.copy();
      taken.addAll(above);
      this.#ask([classId], pair, taken);
    }
  }

  /** Whether something in some classes goes from one rule to another. */
  #ask(inside: readonly number[], rules: RulePair, above: Bits): void {
    const pair = this.#limits.isBeyondLimit ? undefined : this.#pairOf(rules);
    if (!pair || (pair.proof?.point && canBePoint(pair.proof.point))) {
      return;
    }
    const answer = this.#limits.applies(inside, above);
    if (answer.kind === 'none') {
      return;
    }
    this.#pairs.set(keyOf(rules), pair);
    if (answer.kind === 'point') {
      // An example that can be the name of an image replaces one that cannot.
      pair.proof = pair.proof && !canBePoint(answer.point ?? []) ? pair.proof : answer;
      return;
    }
    pair.isHard ||= answer.kind === 'gave-up';
    if (answer.kind === 'open') {
      this.#noteWhy(pair, inside, above);
    }
  }

  /** The reasons for the unknown classes of the pair, else of those that may take it above them. */
  #noteWhy({ unknownReasons }: Pair, inside: readonly number[], above: Bits): void {
    const { known } = this.#limits.matrix;
    const ofBoth = inside.filter((classId) => !known.has(classId));
    const near = ofBoth.length > 0 || unknownReasons.size > 0 ? [] : above.members();
    const isNear = (classId: number): boolean =>
      inside.every((own) => this.#limits.matrix.near(own).has(classId));
    const all = ofBoth.length > 0 ? ofBoth : near.filter((classId) => !known.has(classId) && isNear(classId));
    all.flatMap((classId) => this.#why.get(classId) ?? []).forEach((why) => unknownReasons.add(why));
  }

  /** Undefined for the same rule where it did not change, and for a pair of other groups. */
  #pairOf({ from, to }: RulePair): Pair | undefined {
    const { before, after, counterparts, changed, group } = this.#compared;
    if (isSameRule(counterparts, { from, to }) && !changed.includes(from ?? -1)) {
      return undefined;
    }
    const isIn = (rule: OrderedRule | undefined): boolean => rule?.comparisonGroup === group;
    if (!isIn(before[from ?? -1]) && !isIn(after[to ?? -1])) {
      return undefined;
    }
    const pair = this.#pairs.get(keyOf({ from, to }));
    return pair ?? { from, to, proof: undefined, isHard: false, unknownReasons: new Set() };
  }
}

function isSameRule(counterparts: Compared['counterparts'], { from, to }: RulePair): boolean {
  return from !== undefined && to !== undefined && counterparts[from] === to;
}

function scopesAt(rules: readonly OrderedRule[], places: ReadonlySet<number>): readonly NamedScope[] {
  return [...places].flatMap((place) => (rules[place]?.enabled === true ? rules[place].scopes : []));
}

function keyOf({ from, to }: RulePair): string {
  return `${from} ${to}`;
}

/** No rule comes after all rules. */
function inOrder(left: Pair, right: Pair): number {
  const last = Number.MAX_SAFE_INTEGER;
  return (left.from ?? last) - (right.from ?? last) || (left.to ?? last) - (right.to ?? last);
}
