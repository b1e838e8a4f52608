import { canonicalText, isEmpty } from './canonical.ts';
import type { Form } from './comparisonForm.ts';
import { isJsonArray, isJsonObject, type JsonArray, type JsonValue } from '../json/json.ts';

/** A smaller share in common is taken for a removal and an addition: nearly everything, or most of it. */
const shares = { certain: 0.9, likely: 0.6 } as const;
/** With less content than this, what two rules have in common says nothing for certain. */
const leastFeatures = 5;
/** A feature that more rules have in common says little about which of them is meant. */
const COMMON = 64;
/** Candidates per rule that are compared in full. */
const CANDIDATES = 8;
/** Pairs of rules of one name that are compared in full. */
const MAX_NEAREST = 10_000;

interface Pair {
  readonly from: number;
  readonly to: number;
  readonly score: number;
}

/**
 * Pairs `[from, to]` of rules with most of their content in common, the most similar first; each rule at most once.
 * `certain`: with nearly all of it, and none that another rule on either side would fit as well.
 */
export function pairSimilar(
  before: JsonArray,
  from: readonly number[],
  after: JsonArray,
  to: readonly number[],
  form: Form,
  how: keyof typeof shares,
): [number, number][] {
  const pairs = similarPairs(before, from, after, to, form, how);
  if (how === 'certain') {
    return unambiguous(pairs);
  }
  pairs.sort((a, b) => b.score - a.score || a.to - b.to || a.from - b.from);
  const taken = new Set<number>();
  const given = new Set<number>();
  const result: [number, number][] = [];
  for (const pair of pairs) {
    if (!taken.has(pair.from) && !given.has(pair.to)) {
      taken.add(pair.from);
      given.add(pair.to);
      result.push([pair.from, pair.to]);
    }
  }
  return result;
}

/** Those of `to` that have most of their content in common with one of `from`. */
export function likeAny(
  before: JsonArray,
  from: readonly number[],
  after: JsonArray,
  to: readonly number[],
  form: Form,
): number[] {
  return similarPairs(before, from, after, to, form, 'likely').map((pair) => pair.to);
}

function similarPairs(
  before: JsonArray,
  from: readonly number[],
  after: JsonArray,
  to: readonly number[],
  form: Form,
  how: keyof typeof shares,
): Pair[] {
  if (from.length === 0 || to.length === 0) {
    return [];
  }
  const featuresOf = new Map(from.map((index) => [index, features(before[index] as JsonValue, form)]));
  const holders = new Map<string, number[]>();
  for (const [index, own] of featuresOf) {
    for (const feature of own) {
      const list = holders.get(feature);
      if (list) {
        list.push(index);
      } else {
        holders.set(feature, [index]);
      }
    }
  }
  const pairs: Pair[] = [];
  for (const index of to) {
    const own = features(after[index] as JsonValue, form);
    for (const candidate of candidates(own, holders)) {
      const score = dice(own, featuresOf.get(candidate) ?? new Set());
      if (score >= shares[how] && (how === 'likely' || own.size >= leastFeatures)) {
        pairs.push({ from: candidate, to: index, score });
      }
    }
  }
  return pairs;
}

/**
 * Pairs `[from, to]` of rules of one name with most of their content in common, each nearer to the other than to any third one.
 * Where two would do as well, neither is paired: an edit must not land on the wrong rule.
 */
export function pairNearest(
  before: JsonArray,
  from: readonly number[],
  after: JsonArray,
  to: readonly number[],
  form: Form,
): [number, number][] {
  if (from.length * to.length > MAX_NEAREST) {
    return [];
  }
  const contentOf = (rules: JsonArray) => (index: number) => ({
    index,
    text: canonicalText(rules[index] as JsonValue, form),
    features: features(rules[index] as JsonValue, form),
  });
  let [sources, targets] = [from.map(contentOf(before)), to.map(contentOf(after))];
  const result: [number, number][] = [];
  for (let isPaired = true; isPaired;) {
    isPaired = false;
    for (const target of targets) {
      const source = nearest(target, sources);
      if (source && nearest(source, targets)?.text === target.text) {
        result.push([source.index, target.index]);
        sources = sources.filter((one) => one !== source);
        targets = targets.filter((one) => one !== target);
        isPaired = true;
      }
    }
  }
  return result;
}

interface Content {
  readonly index: number;
  /** Those of one text are one and the same. */
  readonly text: string;
  readonly features: ReadonlySet<string>;
}

function nearest(one: Content, others: readonly Content[]): Content | undefined {
  let best: Content | undefined;
  let most = -1;
  let isAlone = false;
  for (const other of others) {
    const score = dice(one.features, other.features);
    if (score > most) {
      [best, most, isAlone] = [other, score, true];
    } else if (score === most && other.text !== best?.text) {
      isAlone = false;
    }
  }
  return isAlone && most >= shares.likely ? best : undefined;
}

/**
 * Answers whether `after` says something else than the rule at `from`: it has less than most of its content in common with
 * it, or it is another of `rules`, but for next to nothing, and nearer to that one. What the console fills in does not count.
 */
export function otherRules(
  form: Form,
): (rules: JsonArray, from: number, after: JsonValue | undefined) => boolean {
  const known = new Map<JsonValue, ReadonlySet<string>>();
  const contentOf = (rule: JsonValue = null): ReadonlySet<string> => {
    const content = known.get(rule) ?? features(rule, form, isEmpty);
    known.set(rule, content);
    return content;
  };
  return (rules, from, after) => {
    const content = contentOf(after);
    const own = dice(contentOf(rules[from]), content);
    return (
      own < shares.likely ||
      rules.some((rule, index) => {
        const other = index === from ? 0 : dice(contentOf(rule), content);
        return other >= shares.certain && other > own;
      })
    );
  };
}

/** Those whose rules are in no other pair. */
function unambiguous(pairs: readonly Pair[]): [number, number][] {
  const uses = (side: 'from' | 'to') => {
    const counts = new Map<number, number>();
    pairs.forEach((pair) => counts.set(pair[side], (counts.get(pair[side]) ?? 0) + 1));
    return counts;
  };
  const [from, to] = [uses('from'), uses('to')];
  return pairs
    .filter((pair) => from.get(pair.from) === 1 && to.get(pair.to) === 1)
    .map((pair) => [pair.from, pair.to]);
}

function candidates(own: ReadonlySet<string>, holders: ReadonlyMap<string, readonly number[]>): number[] {
  const shared = new Map<number, number>();
  for (const feature of own) {
    const list = holders.get(feature) ?? [];
    if (list.length <= COMMON) {
      for (const index of list) {
        shared.set(index, (shared.get(index) ?? 0) + 1);
      }
    }
  }
  return [...shared]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, CANDIDATES)
    .map(([index]) => index);
}

function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const feature of a) {
    shared += Number(b.has(feature));
  }
  return a.size + b.size === 0 ? 0 : (2 * shared) / (a.size + b.size);
}

type Left = (value: JsonValue, form: Form | undefined) => boolean;

/** Every leaf with its path, and every item of a list, but for what `isLeft` out; the name says nothing about a renamed rule. */
function features(rule: JsonValue, form: Form, isLeft: Left = () => false): Set<string> {
  const result = new Set<string>();
  if (isJsonObject(rule)) {
    for (const [key, value] of rule) {
      if (key !== 'name' && !form.noise?.has(key)) {
        collect(key, value, form.members?.get(key), result, isLeft);
      }
    }
  }
  return result;
}

function collect(
  path: string,
  value: JsonValue,
  form: Form | undefined,
  result: Set<string>,
  isLeft: Left,
): void {
  if (isJsonObject(value)) {
    for (const [key, member] of value) {
      if (!form?.noise?.has(key)) {
        collect(`${path}.${key}`, member, form?.members?.get(key), result, isLeft);
      }
    }
  } else if (isJsonArray(value)) {
    for (const item of value) {
      result.add(`${path}[]=${canonicalText([item], form)}`);
    }
  } else if (!isLeft(value, form)) {
    result.add(`${path}=${canonicalText(value, form)}`);
  }
}
