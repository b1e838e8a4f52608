import type { JsonArray } from '../../json/json.ts';
import { ruleFormOf } from '../comparisonForm.ts';
import type { PolicyKind } from '../families.ts';
import { matchNames, matchSteps, placesByName, previousName, ruleName } from '../ruleMatch.ts';
import { sameRule } from '../sameForm.ts';
import type { Unit } from './mergeOrder.ts';

/** The rules of the three sides of a merge; `base`: undefined when nobody knows where the sides parted. */
export interface Arrays {
  readonly base: JsonArray | undefined;
  readonly mine: JsonArray;
  readonly live: JsonArray;
}

/** `isUnclear`: only one side has it, and it may be what became of a rule that the other side removed. */
export type RuleUnit = Unit & { readonly isUnclear?: boolean };

type Side = 'mine' | 'live';
type Steps<T> = Generator<true | void, T, void>;
type Places = { base: number; mine: number; live: number };

/**
 * Every rule of the three arrays once: the same rule by name, by `previousName` or by content. Rules that both sides have and the
 * base does not are the same by name, whatever they say: what differs between them is asked.
 */
export function* unitsOf(kind: PolicyKind, { base, mine, live }: Arrays): Steps<RuleUnit[]> {
  const rules = { base: base ?? [], mine, live };
  const units = rules.base.map((_, at): Places => ({ base: at, mine: -1, live: -1 }));
  const ofBase = yield* placesByName(rules.base);
  const twins = yield* twinsIn(rules);
  const added: Record<Side, number[]> = { mine: [], live: [] };
  for (const side of ['mine', 'live'] as const) {
    const match = yield* matchSteps(kind, rules.base, rules[side], ofBase, twins);
    for (const [at, from] of match.entries()) {
      const unit = units[from];
      if (unit) {
        unit[side] = at;
      } else {
        added[side].push(at);
      }
    }
  }
  yield true;
  const unclear = twins.size === 0 ? noNames : unclearNames(kind, rules, units, added);
  const match = matchNames(kind, live, added.live, mine, added.mine);
  const isInBoth = new Set(match);
  const isOrdered = base === undefined && isRising(match);
  const isUnclear = (rule: unknown): boolean => unclear.has(ruleName(rule as JsonArray[number]));
  return [
    ...units.filter((unit) => unit.mine >= 0 || unit.live >= 0),
    ...added.mine.map((at) => {
      const other = match[at] as number;
      // Without a base, what stands in the same order on both sides stays so; no other order is decided.
      return {
        base: isOrdered && other >= 0 ? at : -1,
        mine: at,
        live: other,
        isUnclear: isUnclear(mine[at]),
      };
    }),
    ...added.live
      .filter((at) => !isInBoth.has(at))
      .map((at) => ({ base: -1, mine: -1, live: at, isUnclear: isUnclear(live[at]) })),
  ];
}

const noNames: ReadonlySet<string> = new Set();

/**
 * One side has new rules of a name and none that clearly is a base rule of that name: any of them may be that rule, edited. Where the
 * other side edited the base rule, too, its edit meets them without a base. Answers the names of which a side may have edited a rule
 * that the other removed.
 */
function unclearNames(
  kind: PolicyKind,
  rules: Readonly<Record<Side | 'base', JsonArray>>,
  units: readonly Places[],
  added: Record<Side, number[]>,
): ReadonlySet<string> {
  const form = ruleFormOf(kind);
  const unclear = new Set<string>();
  const newNames = (side: Side): ReadonlySet<string> =>
    new Set(added[side].map((at) => ruleName(rules[side][at])));
  const ofSides = { mine: newNames('mine'), live: newNames('live') };
  for (const unit of units) {
    const before = rules.base[unit.base];
    const name = ruleName(before);
    for (const [side, other] of [
      ['mine', 'live'],
      ['live', 'mine'],
    ] as const) {
      const theirs = rules[other][unit[other]];
      if (unit[side] >= 0 || !ofSides[side].has(name)) {
        continue;
      }
      if (theirs === undefined) {
        unclear.add(name);
      } else if (before !== undefined && ruleName(theirs) === name && !sameRule(before, theirs, form)) {
        added[other].push(unit[other]);
        unit[other] = -1;
        unclear.add(name);
      }
    }
  }
  added.mine.sort((a, b) => a - b);
  added.live.sort((a, b) => a - b);
  return unclear;
}

/** Names that one of the documents has several times, be it as the name that a renamed rule had before. */
function* twinsIn(rules: Readonly<Record<Side | 'base', JsonArray>>): Steps<ReadonlySet<string>> {
  const twins = new Set<string>();
  for (const each of [rules.base, rules.mine, rules.live]) {
    const names = yield* countedNames(each);
    for (const before of each.map(previousName).filter((name) => names.has(name))) {
      twins.add(before);
    }
    for (const [name, count] of names) {
      if (count > 1) {
        twins.add(name);
      }
    }
  }
  return twins;
}

/** But for what is negative. */
function isRising(places: Iterable<number>): boolean {
  const known = [...places].filter((place) => place >= 0);
  return known.every((place, at) => at === 0 || place > (known[at - 1] as number));
}

export function* countedNames(rules: JsonArray): Generator<void, ReadonlyMap<string, number>, void> {
  const counts = new Map<string, number>();
  for (const rule of rules) {
    const name = ruleName(rule);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    yield;
  }
  return counts;
}
