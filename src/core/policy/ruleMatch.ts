import { canonicalText } from './canonical.ts';
import { ruleFormOf } from './comparisonForm.ts';
import type { PolicyKind } from './families.ts';
import { isJsonObject, stringAt, type JsonArray, type JsonValue } from '../json/json.ts';
import { pairNearest, pairSimilar } from './similarRules.ts';
import type { Form } from './fieldTypes.ts';

/** The rule's name, or the empty text for a rule without a name. */
export function ruleName(rule: JsonValue | undefined): string {
  return isJsonObject(rule) ? (stringAt(rule, 'name') ?? '') : '';
}

/**
 * Returns for every rule of `after` the index of the same rule in `before`, or -1 for a new rule. Rules match
 * by name. Among equal names, rules match by equal content, then by being nearest to each other. A renamed
 * rule matches by its `previousName`, or by equal or nearly equal content, if no third rule also fits. Less
 * certain matches count as a removal and an addition. `twins` are names that several rules of a third document
 * share, so they identify no rule.
 */
export function matchRules(
  kind: PolicyKind,
  before: JsonArray,
  after: JsonArray,
  twins: ReadonlySet<string> = new Set(),
): Int32Array {
  const matching = new Matching(kind, before, after);
  matching.pairNames(twins);
  matching.pairPreviousNames(twins);
  matching.pairBy(contentKey, contentKey, { isUnique: true });
  matching.pairAll(pairSimilar);
  return matching.match;
}

/**
 * Guesses the most likely match of each rule, so that comments move with it. No other choice may depend on
 * this guess.
 */
export function guessMatch(kind: PolicyKind, before: JsonArray, after: JsonArray): Int32Array {
  const matching = new Matching(kind, before, after, matchRules(kind, before, after));
  matching.pairBy(ruleName, ruleName);
  matching.pairBy(ruleName, previousName);
  matching.pairBy(contentKey, contentKey);
  matching.pairAll(pairNearest);
  return matching.match;
}

/** Matches rules of one name by content, then by nearness, then by order. Like `matchRules`. */
export function matchNames(kind: PolicyKind, before: JsonArray, after: JsonArray): Int32Array {
  const matching = new Matching(kind, before, after);
  matching.pairNames(new Set());
  matching.pairBy(ruleName, ruleName);
  return matching.match;
}

type KeyOf = (rule: JsonValue | undefined, form: Form) => string;

/** Some rules of two lists, by their indices. */
interface Places {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Matches the rules of two lists step by step: a step pairs only rules that the earlier steps left over. */
class Matching {
  readonly match: Int32Array;
  readonly #before: JsonArray;
  readonly #after: JsonArray;
  readonly #form: Form;
  /** The unmatched indices of `before`. */
  readonly #free: Set<number>;

  constructor(kind: PolicyKind, before: JsonArray, after: JsonArray, match?: Int32Array) {
    this.match = match ?? new Int32Array(after.length).fill(-1);
    this.#before = before;
    this.#after = after;
    this.#form = ruleFormOf(kind);
    this.#free = new Set(before.keys());
    match?.forEach((from) => this.#free.delete(from));
  }

  #pair(from: number, to: number): void {
    this.match[to] = from;
    this.#free.delete(from);
  }

  /** The rules without a match; of these indices, or all. */
  #rest({ from = [...this.#free], to = [...this.match.keys()] }: Partial<Places> = {}): Places {
    return {
      from: from.filter((index) => this.#free.has(index)),
      to: to.filter((index) => this.match[index] === -1),
    };
  }

  /** Pairs rules of the same name, if no third rule has it; otherwise by equal content, then by nearness. */
  pairNames(twins: ReadonlySet<string>): void {
    const byName = Map.groupBy(this.#after.keys(), (index) => ruleName(this.#after[index]));
    for (const [name, from] of Map.groupBy(this.#before.keys(), (index) => ruleName(this.#before[index]))) {
      const to = byName.get(name) ?? [];
      if (from.length === 1 && to.length === 1 && !twins.has(name)) {
        this.#pair(from[0] as number, to[0] as number);
      } else if (to.length > 0) {
        this.pairBy(ruleText, ruleText, { from, to });
        this.pairAll(pairNearest, { from, to });
      }
    }
  }

  /** Pairs renamed rules by their `previousName`, and by nearness where several rules share it. */
  pairPreviousNames(twins: ReadonlySet<string>): void {
    if (this.#free.size === 0) {
      return;
    }
    // The only unmatched rule of several with one name is not necessarily the renamed rule.
    const names = Map.groupBy(this.#before, ruleName);
    const ownName: KeyOf = (rule) => {
      const name = ruleName(rule);
      return twins.has(name) || (names.get(name)?.length ?? 0) > 1 ? '' : name;
    };
    this.pairBy(ownName, previousName, { isUnique: true });
    const renamed = this.#rest().to.filter((index) => previousName(this.#after[index]) !== '');
    for (const [name, to] of Map.groupBy(renamed, (index) => previousName(this.#after[index]))) {
      const from = [...this.#free].filter((index) => ruleName(this.#before[index]) === name);
      this.pairAll(pairNearest, { from, to });
    }
  }

  /** Pairs the rules that `pairsOf` finds, of these indices, or of all. */
  pairAll(pairsOf: typeof pairNearest, places?: Places): void {
    const { from, to } = this.#rest(places);
    const rules = { before: this.#before, from, after: this.#after, to, form: this.#form };
    for (const [index, other] of pairsOf(rules)) {
      this.#pair(index, other);
    }
  }

  /**
   * Pairs rules of the same key, in order; an empty key pairs with nothing. `isUnique` pairs only rules whose key
   * is unique on both sides.
   */
  pairBy(
    keyBefore: KeyOf,
    keyAfter: KeyOf,
    { isUnique = false, ...places }: Partial<Places> & { readonly isUnique?: boolean } = {},
  ): void {
    const { from, to } = this.#rest(places);
    if (from.length === 0 || to.length === 0) {
      return;
    }
    const sources = Map.groupBy(from, (index) => keyBefore(this.#before[index], this.#form));
    for (const [key, targets] of Map.groupBy(to, (index) => keyAfter(this.#after[index], this.#form))) {
      const own = sources.get(key) ?? [];
      const isPaired = key !== '' && (!isUnique || (own.length === 1 && targets.length === 1));
      const count = isPaired ? Math.min(own.length, targets.length) : 0;
      for (let at = 0; at < count; at++) {
        this.#pair(own[at] as number, targets[at] as number);
      }
    }
  }
}

/** The comparison form of a rule. */
const ruleText: KeyOf = (rule = null, form) => canonicalText(rule, form);

/** The content without the name; empty for a rule without other content, which proves nothing. */
const contentKey: KeyOf = (rule, form) => {
  if (!isJsonObject(rule)) {
    return '';
  }
  const nameless = new Map(rule);
  nameless.delete('name');
  const text = canonicalText(nameless, form);
  return text === '{}' ? '' : text;
};

/** Returns the name that a renamed rule had before, or the empty text. */
export function previousName(rule: JsonValue | undefined): string {
  return isJsonObject(rule) ? (stringAt(rule, 'previousName') ?? '') : '';
}
