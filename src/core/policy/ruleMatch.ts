import { canonicalText } from './canonical.ts';
import { ruleFormOf, type Form } from './comparisonForm.ts';
import type { PolicyKind } from './families.ts';
import { isJsonObject, stringAt, type JsonArray, type JsonValue } from '../json/json.ts';
import { pairNearest, pairSimilar } from './similarRules.ts';

interface MatchOptions {
  readonly certainty: 'certain' | 'likely';
  readonly twins: ReadonlySet<string>;
}

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
  return pairRules(kind, before, after, { certainty: 'certain', twins });
}

/**
 * Guesses the most likely match of each rule, so that comments move with it. No other choice may depend on
 * this guess.
 */
export function guessMatch(kind: PolicyKind, before: JsonArray, after: JsonArray): Int32Array {
  return pairRules(kind, before, after, { certainty: 'likely', twins: new Set() });
}

/**
 * Matches rules of one name by content, then by nearness, then by order. Like `matchRules`, for the rules of
 * `before` and `after` at these indices alone.
 */
export function matchNames(
  kind: PolicyKind,
  before: JsonArray,
  from: readonly number[],
  after: JsonArray,
  to: readonly number[],
): Int32Array {
  const match = new Int32Array(after.length).fill(-1);
  pairBySharedName({ before, from, after, to }, match, ruleFormOf(kind), {
    certainty: 'likely',
    twins: new Set(),
  });
  return match;
}

function pairRules(kind: PolicyKind, before: JsonArray, after: JsonArray, options: MatchOptions): Int32Array {
  const form = ruleFormOf(kind);
  const { match, free } = matchNamed(before, after, form, options);
  if (free.size === 0) {
    return match;
  }
  pairBy(free, openOf(match), match, {
    ...contentOf(before, after, form),
    isUnique: options.certainty === 'certain',
  });
  for (const [from, to] of pairSimilar(before, [...free], after, openOf(match), form, options.certainty)) {
    match[to] = from;
  }
  return match;
}

/**
 * Matches by name, then by `previousName`, and by nearness where several rules share it. `free` are the unmatched
 * indices of `before`.
 */
function matchNamed(
  before: JsonArray,
  after: JsonArray,
  form: Form,
  options: MatchOptions,
): { readonly match: Int32Array; readonly free: Set<number> } {
  const match = new Int32Array(after.length).fill(-1);
  const free = pairByName(before, after, match, form, options);
  if (free.size === 0) {
    return { match, free };
  }
  const names = grouped(before.map(ruleName));
  // The only unmatched rule of several with one name is not necessarily the renamed rule.
  const own = (name: string): string =>
    options.certainty === 'certain' && (options.twins.has(name) || (names.get(name)?.length ?? 0) > 1)
      ? ''
      : name;
  pairBy(free, openOf(match), match, {
    before: (index) => own(ruleName(before[index])),
    after: (index) => previousName(after[index]),
    isUnique: options.certainty === 'certain',
  });
  const renamed = openOf(match).filter((index) => previousName(after[index]) !== '');
  for (const [name, to] of Map.groupBy(renamed, (index) => previousName(after[index]))) {
    const from = [...free].filter((index) => ruleName(before[index]) === name);
    for (const [index, other] of pairNearest(before, from, after, to, form)) {
      match[other] = index;
      free.delete(index);
    }
  }
  return { match, free };
}

function openOf(match: Int32Array): number[] {
  return [...match.keys()].filter((at) => match[at] === -1);
}

function contentOf(before: JsonArray, after: JsonArray, form: Form): Keys {
  const content = (rules: JsonArray) => (index: number) => contentText(rules[index] as JsonValue, form);
  return { before: content(before), after: content(after) };
}

/** Pairs rules of the same name; returns the unmatched indices of `before`. */
function pairByName(
  before: JsonArray,
  after: JsonArray,
  match: Int32Array,
  form: Form,
  options: MatchOptions,
): Set<number> {
  const free = options.twins.size > 0 ? undefined : pairByOwnName(before, after, match);
  if (free) {
    return free;
  }
  const all = { before, from: [...before.keys()], after, to: [...after.keys()] };
  return pairBySharedName(all, match, form, options);
}

/** A fast path for unique names; undefined as soon as one name occurs twice. */
function pairByOwnName(before: JsonArray, after: JsonArray, match: Int32Array): Set<number> | undefined {
  const places = new Map<string, number>();
  for (const [at, rule] of before.entries()) {
    places.set(ruleName(rule), at);
  }
  if (places.size < before.length) {
    return undefined;
  }
  const taken = new Uint8Array(before.length);
  let unmatched = before.length;
  for (let to = 0; to < after.length; to++) {
    const from = places.get(ruleName(after[to]));
    if (from !== undefined) {
      if (taken[from] === 1) {
        match.fill(-1);
        return undefined;
      }
      taken[from] = 1;
      unmatched--;
      match[to] = from;
    }
  }
  return new Set(unmatched === 0 ? [] : [...before.keys()].filter((from) => taken[from] === 0));
}

/** Rules at some indices of two documents. */
interface Places {
  readonly before: JsonArray;
  readonly from: readonly number[];
  readonly after: JsonArray;
  readonly to: readonly number[];
}

/** Returns the unmatched indices of `before`. */
function pairBySharedName(
  { before, from, after, to }: Places,
  match: Int32Array,
  form: Form,
  options: MatchOptions,
): Set<number> {
  const byName = Map.groupBy(to, (index) => ruleName(after[index]));
  const free = new Set<number>();
  for (const [name, places] of Map.groupBy(from, (index) => ruleName(before[index]))) {
    const unmatched = new Set(places);
    const others = byName.get(name) ?? [];
    if (others.length > 0) {
      pairOfOneName({ before, from: places, after, to: others }, unmatched, match, form, options);
    }
    for (const index of unmatched) {
      free.add(index);
    }
  }
  return free;
}

function pairOfOneName(
  { before, from, after, to }: Places,
  unmatched: Set<number>,
  match: Int32Array,
  form: Form,
  options: MatchOptions,
): void {
  const pair = (index: number, other: number): void => {
    match[other] = index;
    unmatched.delete(index);
  };
  if (from.length === 1 && to.length === 1 && !options.twins.has(ruleName(after[to[0] as number]))) {
    pair(from[0] as number, to[0] as number);
    return;
  }
  const text = (rules: JsonArray) => (index: number) => canonicalText(rules[index] as JsonValue, form);
  pairBy(unmatched, to, match, { before: text(before), after: text(after) });
  const open = (): number[] => to.filter((index) => match[index] === -1);
  for (const [index, other] of pairNearest(before, [...unmatched], after, open(), form)) {
    pair(index, other);
  }
  if (options.certainty === 'likely') {
    const places = [...unmatched];
    open()
      .slice(0, places.length)
      .forEach((other, at) => pair(places[at] as number, other));
  }
}

interface Keys {
  before(index: number): string;
  after(index: number): string;
  /** Pairs only items whose key is unique on both sides. */
  readonly isUnique?: boolean;
}

/** Pairs items of the same key, in order, and removes them from `free`; an empty key pairs with nothing. */
function pairBy(free: Set<number>, open: readonly number[], match: Int32Array, keys: Keys): void {
  if (free.size === 0 || open.length === 0) {
    return;
  }
  const indices = [...free].toReversed();
  const sources = grouped(indices.map((index) => keys.before(index)));
  const openKeys = open.map((index) => keys.after(index));
  const targets = keys.isUnique ? grouped(openKeys) : undefined;
  const next = (key: string): number | undefined => {
    if (targets && ((targets.get(key)?.length ?? 0) > 1 || (sources.get(key)?.length ?? 0) > 1)) {
      return undefined;
    }
    const at = sources.get(key)?.pop();
    return at === undefined ? undefined : indices[at];
  };
  for (const [place, to] of open.entries()) {
    const key = openKeys[place] ?? '';
    const from = key === '' ? undefined : next(key);
    if (from !== undefined) {
      match[to] = from;
      free.delete(from);
    }
  }
}

function grouped(names: readonly string[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const [index, name] of names.entries()) {
    const group = groups.get(name);
    if (group) {
      group.push(index);
    } else {
      groups.set(name, [index]);
    }
  }
  return groups;
}

/** Returns the name that a renamed rule had before, or the empty text. */
export function previousName(rule: JsonValue | undefined): string {
  return isJsonObject(rule) ? (stringAt(rule, 'previousName') ?? '') : '';
}

/** Returns the content without the name; empty for a rule without other content, which proves nothing. */
function contentText(rule: JsonValue, form: Form): string {
  if (!isJsonObject(rule)) {
    return '';
  }
  const nameless = new Map(rule);
  nameless.delete('name');
  const text = canonicalText(nameless, form);
  return text === '{}' ? '' : text;
}
