import { canonicalText, isEmpty } from './canonical.ts';
import { isJsonArray, isJsonObject, type JsonArray, type JsonValue } from '../json/json.ts';
import type { Form } from './fieldTypes.ts';

/** Rules with a smaller share in common count as a removal and an addition. */
const MIN_SHARES = { certain: 0.9, likely: 0.6 } as const;
/** Two rules with less content than this can be similar by chance, so no match is certain. */
const MIN_FEATURES = 5;
/** A feature that more rules share than this identifies none of them, so it selects no candidate. */
const COMMON = 64;
/** The number of candidates per rule that are compared in full. */
const CANDIDATES = 8;
/** The number of pairs of rules with one name that are compared in full. */
const MAX_NEAREST = 10_000;

/** Rules of two lists, by their indices, and the form in which they are compared. */
interface RuleCandidates {
  readonly before: JsonArray;
  readonly from: readonly number[];
  readonly after: JsonArray;
  readonly to: readonly number[];
  readonly form: Form;
}

type Pair = [from: number, to: number];

/** Pairs rules with nearly all their content in common, if no other rule on either side fits as well. */
export function pairSimilar(rules: RuleCandidates): Pair[] {
  const pairs = similarPairs(rules, 'certain');
  const [ofFrom, ofTo] = [Map.groupBy(pairs, ([from]) => from), Map.groupBy(pairs, ([, to]) => to)];
  return pairs.filter(([from, to]) => ofFrom.get(from)?.length === 1 && ofTo.get(to)?.length === 1);
}

/** Returns the indices of `to` whose rules have most of their content in common with a rule of `from`. */
export function similarToAny(rules: RuleCandidates): number[] {
  return similarPairs(rules, 'likely').map(([, to]) => to);
}

function similarPairs(
  { before, from, after, to, form }: RuleCandidates,
  certainty: keyof typeof MIN_SHARES,
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
      if (score >= MIN_SHARES[certainty] && (certainty === 'likely' || own.size >= MIN_FEATURES)) {
        pairs.push([candidate, index]);
      }
    }
  }
  return pairs;
}

/**
 * Pairs rules with one name and most of their content in common. Each is nearer to the other
 * than to any third rule. Two equally near rules stay unpaired, because an edit must not change the wrong
 * rule.
 */
export function pairNearest({ before, from, after, to, form }: RuleCandidates): Pair[] {
  if (from.length * to.length > MAX_NEAREST) {
    return [];
  }
  const contentOf = (rules: JsonArray) => (index: number) => ({
    index,
    text: canonicalText(rules[index] as JsonValue, form),
    features: features(rules[index] as JsonValue, form),
  });
  let [sources, targets] = [from.map(contentOf(before)), to.map(contentOf(after))];
  const result: Pair[] = [];
  for (let isPaired = true; isPaired;) {
    isPaired = false;
    for (const target of targets) {
      const source = nearest(target, sources);
      if (source && nearest(source, targets)?.text === target.text) {
        result.push([source.index, target.index]);
        sources = sources.filter((other) => other !== source);
        targets = targets.filter((other) => other !== target);
        isPaired = true;
      }
    }
  }
  return result;
}

interface Content {
  readonly index: number;
  /** Rules with equal text are interchangeable. */
  readonly text: string;
  readonly features: ReadonlySet<string>;
}

function nearest(content: Content, others: readonly Content[]): Content | undefined {
  let best: Content | undefined;
  let bestScore = -1;
  let isOnlyBest = false;
  for (const other of others) {
    const score = dice(content.features, other.features);
    if (score > bestScore) {
      [best, bestScore, isOnlyBest] = [other, score, true];
    } else if (score === bestScore && other.text !== best?.text) {
      isOnlyBest = false;
    }
  }
  return isOnlyBest && bestScore >= MIN_SHARES.likely ? best : undefined;
}

/**
 * Returns a test that is true when `after` is another rule than the rule at `from`. Either both have too
 * little content in common, or another rule of `rules` is nearly equal and nearer. Content that the console
 * fills in does not count.
 */
export function differentRuleTest(
  form: Form,
): (rules: JsonArray, from: number, after: JsonValue | undefined) => boolean {
  const known = new Map<JsonValue, ReadonlySet<string>>();
  const contentOf = (rule: JsonValue = null): ReadonlySet<string> => {
    const content = known.get(rule) ?? features(rule, form, true);
    known.set(rule, content);
    return content;
  };
  return (rules, from, after) => {
    const content = contentOf(after);
    const own = dice(contentOf(rules[from]), content);
    return (
      own < MIN_SHARES.likely ||
      rules.some((rule, index) => {
        const other = index === from ? 0 : dice(contentOf(rule), content);
        return other >= MIN_SHARES.certain && other > own;
      })
    );
  };
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

/**
 * Returns every leaf with its path, and every list item. The name is excluded, because it does not identify a renamed
 * rule. `isEmptySkipped`: values that count as absent are excluded too.
 */
function features(rule: JsonValue, form: Form, isEmptySkipped = false): Set<string> {
  const result = new Set<string>();
  const collect = (path: string, value: JsonValue, inner: Form | undefined): void => {
    if (isJsonObject(value)) {
      for (const [key, member] of value) {
        if (!inner?.noise?.has(key)) {
          collect(`${path}.${key}`, member, inner?.members?.get(key));
        }
      }
    } else if (isJsonArray(value)) {
      for (const item of value) {
        result.add(`${path}[]=${canonicalText([item], inner)}`);
      }
    } else if (!isEmptySkipped || !isEmpty(value, inner)) {
      result.add(`${path}=${canonicalText(value, inner)}`);
    }
  };
  if (isJsonObject(rule)) {
    collect('', new Map([...rule].filter(([key]) => key !== 'name')), form);
  }
  return result;
}
