import { isJsonObject, type JsonArray, type JsonValue } from '../../json/json.ts';
import { ruleFormOf } from '../comparisonForm.ts';
import type { PolicyKind } from '../families.ts';
import { shownKey } from '../fieldChanges.ts';
import { matchNames, matchRules, previousName, ruleName } from '../ruleMatch.ts';
import { sameRule } from '../canonical.ts';
import { isRising } from '../reorder.ts';
import { similarToAny } from '../similarRules.ts';
import type { Unit } from './mergeOrder.ts';

/** The rules of the three sides of a merge; `base` is undefined when the common version is unknown. */
export interface Arrays {
  readonly base: JsonArray | undefined;
  readonly mine: JsonArray;
  readonly live: JsonArray;
}

/** `isUnclear` marks a rule on one side alone that may continue a rule that the other side removed. */
type RuleUnit = Unit & { readonly isUnclear?: boolean };

type Side = 'mine' | 'live';
type Places = { base: number; mine: number; live: number };

/**
 * Returns every rule of the three arrays once, matched by name, by `previousName` or by content. Rules that
 * both sides added match by name alone, and their differences become conflicts.
 */
export function unitsOf(kind: PolicyKind, { base, mine, live }: Arrays): RuleUnit[] {
  const rules = { base: base ?? [], mine, live };
  const units = rules.base.map((_, at): Places => ({ base: at, mine: -1, live: -1 }));
  const twins = twinsIn(rules);
  const added: Record<Side, number[]> = { mine: [], live: [] };
  for (const side of ['mine', 'live'] as const) {
    const match = matchRules(kind, rules.base, rules[side], twins);
    for (const [at, from] of match.entries()) {
      const unit = units[from];
      if (unit) {
        unit[side] = at;
      } else {
        added[side].push(at);
      }
    }
  }
  const unclear = unclearRules(kind, rules, units, added);
  const [ofMine, ofLive] = [
    added.mine.map((at) => mine[at] ?? null),
    added.live.map((at) => live[at] ?? null),
  ];
  const match = matchNames(kind, ofLive, ofMine);
  if (kind.isNetwork) {
    pairByNumber(ofLive, ofMine, match);
  }
  const isInBoth = new Set(match);
  const isOrdered = base === undefined && isRising([...match].filter((place) => place >= 0));
  return [
    ...units.filter((unit) => unit.mine >= 0 || unit.live >= 0),
    ...added.mine.map((at, index) => {
      const other = added.live[match[index] as number] ?? -1;
      // The common order of both sides stays without a base; any other order is a conflict.
      return {
        base: isOrdered && other >= 0 ? at : -1,
        mine: at,
        live: other,
        isUnclear: unclear.mine.has(at),
      };
    }),
    ...added.live
      .filter((_, index) => !isInBoth.has(index))
      .map((at) => ({ base: -1, mine: -1, live: at, isUnclear: unclear.live.has(at) })),
  ];
}

/** A policy cannot contain a rule number twice, so two new network rules with one number are merged as one. */
function pairByNumber(live: JsonArray, mine: JsonArray, match: Int32Array): void {
  const numberOf = (rule: JsonValue): string | undefined => {
    const id = isJsonObject(rule) ? rule.get('id') : undefined;
    return id === undefined || id === null ? undefined : shownKey(id);
  };
  const paired = new Set(match);
  const free = new Map(
    [...live.entries()].filter(([at]) => !paired.has(at)).map(([at, rule]) => [numberOf(rule), at]),
  );
  for (const [at, rule] of mine.entries()) {
    const number = numberOf(rule);
    const other = match[at] === -1 && number !== undefined ? free.get(number) : undefined;
    if (other !== undefined) {
      match[at] = other;
      free.delete(number);
    }
  }
}

/**
 * Finds new rules of one side that may continue a base rule: by its name, `previousName` or similar content.
 * A change of the base rule on the other side may then apply to the new rule too. Rules of one such name on
 * both sides merge without a base. Returns the indices of rules that the other side may have removed.
 */
function unclearRules(
  kind: PolicyKind,
  rules: Readonly<Record<Side | 'base', JsonArray>>,
  units: readonly Places[],
  added: Record<Side, number[]>,
): Readonly<Record<Side, ReadonlySet<number>>> {
  // Comparing all rules takes long, and is needless without new ones.
  if (added.mine.length + added.live.length === 0) {
    return { mine: new Set(), live: new Set() };
  }
  const form = ruleFormOf(kind);
  const nameAt = (side: Side) => (at: number) => ruleName(rules[side][at]);
  const newNames = {
    mine: new Set(added.mine.map(nameAt('mine'))),
    live: new Set(added.live.map(nameAt('live'))),
  };
  const names = new Set<string>();
  const changed: Record<Side, number[]> = { mine: [], live: [] };
  for (const unit of units) {
    const before = rules.base[unit.base] as JsonArray[number];
    const { mine, live } = unit;
    for (const [side, own, other, theirs] of [
      ['mine', mine, 'live', rules.live[live]],
      ['live', live, 'mine', rules.mine[mine]],
    ] as const) {
      if (theirs !== undefined && sameRule(before, theirs, form)) {
        continue;
      }
      changed[other].push(unit.base);
      const sharedNames = [before, theirs ?? before].map(ruleName).filter((name) => newNames[side].has(name));
      if (own < 0) {
        sharedNames.forEach((name) => names.add(name));
      }
      if (own < 0 && theirs !== undefined && sharedNames.includes(ruleName(theirs))) {
        added[other].push(unit[other]);
        unit[other] = -1;
      }
    }
  }
  const gone = units.filter(({ mine, live }) => mine < 0 && live < 0).map((unit) => unit.base);
  const unclear = (side: Side, other: Side): ReadonlySet<number> => {
    const own = added[side].sort((a, b) => a - b);
    const ofOther = new Set(changed[other].map((at) => ruleName(rules.base[at])));
    const hasUnclearName = (at: number): boolean => names.has(nameAt(side)(at));
    const hadChangedName = (at: number): boolean => ofOther.has(previousName(rules[side][at]));
    const twins = own.filter((at) => ofOther.has(nameAt(side)(at)));
    const lists = { before: rules.base, after: rules[side], form };
    return new Set([
      ...own.filter((at) => hasUnclearName(at) || hadChangedName(at)),
      ...similarToAny({ ...lists, from: changed[other], to: twins }),
      ...similarToAny({ ...lists, from: gone, to: own }),
    ]);
  };
  return { mine: unclear('mine', 'live'), live: unclear('live', 'mine') };
}

/**
 * Returns the names that several rules of one document share, as current or previous names. A renamed rule
 * adds both its names when the base has rules with both.
 */
function twinsIn({ base, mine, live }: Readonly<Record<Side | 'base', JsonArray>>): ReadonlySet<string> {
  const twins = new Set<string>();
  const ofBase = new Set(base.map(ruleName));
  for (const list of [base, mine, live]) {
    const names = new Set<string>();
    for (const name of list.map(ruleName)) {
      (names.has(name) ? twins : names).add(name);
    }
    for (const rule of list) {
      const [before, name] = [previousName(rule), ruleName(rule)];
      if (names.has(before)) {
        twins.add(before);
      }
      if (before !== '' && ofBase.has(before) && ofBase.has(name)) {
        twins.add(before).add(name);
      }
    }
  }
  return twins;
}
