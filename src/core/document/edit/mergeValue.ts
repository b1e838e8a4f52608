import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  sameValue,
  type JsonArray,
} from '../../json/json.ts';
import type { TextEdit, TextRange } from '../text.ts';
import type { Entry } from './arrangeEntries.ts';
import type { Match } from './comments.ts';
import { entriesOf, ListLayout, type Spot } from './listLayout.ts';
import { isBlock } from '../yaml/writeYaml.ts';
import { valueAt } from './intendedValue.ts';
import type { NodePath } from '../syntaxNode.ts';
import { arrangeSpot, entryWriter, replaceSpot } from './memberEdits.ts';
import { isFlow } from './source.ts';
import { childSpot } from './spots.ts';
import type { Form } from '../../policy/fieldTypes.ts';
import { previousName } from '../../policy/ruleMatch.ts';
import { canonicalText, sameForm, sameItem } from '../../policy/canonical.ts';
import { isImplied } from '../../policy/comparisonForm.ts';

export interface MergeOptions {
  readonly match?: Match;
  /** The value is rewritten as a whole. */
  readonly isRewritten?: boolean;
  /** The function gives the options for the value of a field, or for the item that ends at a place. */
  readonly inner?: (step: string | number) => MergeOptions;
}

/**
 * The options for a change at `path` alone. Items of lists on the way keep their places, although others may have the same value;
 * only an item that is removed at the end of `path` leaves its place to the next one.
 */
export function changeAt([step, ...rest]: NodePath): MergeOptions {
  if (step === undefined) {
    return {};
  }
  return {
    match: (before, next) =>
      next.map((_, place) => {
        const isBehind = next.length < before.length && place >= Number(step);
        const old = isBehind ? place + 1 : place;
        return old < before.length ? old : -1;
      }),
    inner: () => changeAt(rest),
  };
}

/**
 * The edits change the value at `spot` from `before` to `next`; parts that are equal under `form` keep their bytes. They
 * ignore that a change of an anchor changes its aliases.
 */
export function mergeValue(
  spot: Spot,
  before: JsonValue,
  next: JsonValue,
  form?: Form,
  options: MergeOptions = {},
): TextEdit[] {
  if (options.isRewritten === true) {
    return replaceSpot(spot, next, true);
  }
  const usable = !spot.node.alias && entriesOf(spot).length > 0 && !isBarePair(spot);
  if (usable && isJsonObject(before) && isJsonObject(next)) {
    return mergeMembers(spot, before, next, form, options);
  }
  if (usable && isJsonArray(before) && isJsonArray(next) && next.length > 0) {
    const match = options.match ? options.match(before, next) : matchItems(before, next, form);
    const newEntry = entryWriter(spot);
    const entryOf = (item: JsonValue, place: number): Entry => {
      const old = match[place] ?? -1;
      const mine = before[old] ?? null;
      const own = options.inner?.(place) ?? {};
      // The rules that stay unchanged are not read, because most rules stay.
      if (old >= 0 && own.isRewritten !== true && sameRule(mine, item, form)) {
        return { old };
      }
      const inner = old < 0 ? undefined : childSpot(spot, old);
      return inner
        ? { old, edits: mergeValue(inner, mine, item, form?.items, own) }
        : newEntry(undefined, item);
    };
    return arrangeSpot(spot, next.map(entryOf), next);
  }
  return sameValue(before, next) ? [] : replaceSpot(spot, next);
}

/** The stretches of text whose data goes with a change of the value at `spot`. Their comments may go with it. */
export function lossesOf(
  spot: Spot,
  before: JsonValue,
  next: JsonValue,
  { match: matchOf = (old, now) => matchItems(old, now, undefined), inner: innerOptions }: MergeOptions = {},
): TextRange[] {
  const { isRoot, node } = spot;
  // A missing document has no comments to lose.
  if (sameValue(before, next) || (isRoot && node.kind === 'null')) {
    return [];
  }
  const entries = node.alias ? [] : entriesOf(spot);
  const match = isJsonArray(before) && isJsonArray(next) ? Array.from(matchOf(before, next)) : undefined;
  if (entries.length === 0 || !(match || (isJsonObject(before) && isJsonObject(next)))) {
    return [node.range];
  }
  const layout = new ListLayout(spot);
  const losses = entries.flatMap(({ key }, index) => {
    const step = match ? index : key;
    const inner = step === undefined ? undefined : childSpot(spot, step);
    const theirs = valueAt(next, match ? match.indexOf(index) : key);
    return !inner
      ? []
      : theirs === undefined
        ? [layout.core(index)]
        : lossesOf(inner, valueAt(before, step) ?? null, theirs, innerOptions?.(step ?? ''));
  });
  return isBlock(next) ? losses : [node.range, ...losses];
}

/** The value is a mapping of one field without braces, as in `[a: 1, b: 2]`. A second field has no place there. */
function isBarePair(spot: Spot): boolean {
  const { document, inFlow, isRoot, node } = spot;
  return inFlow && !isRoot && node.kind === 'object' && !isFlow(document, node.range);
}

/** The function works like `mergeValue`, for an object that has fields. */
function mergeMembers(
  spot: Spot,
  before: JsonObject,
  next: JsonObject,
  form: Form | undefined,
  options: MergeOptions,
): TextEdit[] {
  const { node } = spot;
  if (node.kind !== 'object') {
    return replaceSpot(spot, next);
  }
  const ownKeys = new Set(node.members.filter(({ merged }) => !merged).map(({ key }) => key));
  // A list of rules is compared rule by rule.
  const isOfRules = (key: string): boolean =>
    spot.isRoot === true && (spot.document.array(key)?.rules.length ?? 0) > 0;
  const stays = (key: string): boolean =>
    !isOfRules(key) && sameMember(key, before.get(key), next.get(key), form);
  // A single field cannot be removed from a merge key.
  if (node.members.some(({ key, merged }) => merged && !next.has(key))) {
    return replaceSpot(spot, next, true);
  }
  const newEntry = entryWriter(spot);
  const entries: Entry[] = [];
  const all = entriesOf(spot);
  const places = new Map(all.map(({ key }, place) => [key, place]));
  for (const [old, { key }] of all.entries()) {
    const theirs = key === undefined ? undefined : next.get(key);
    const own = (key === undefined ? undefined : options.inner?.(key)) ?? {};
    // A field that is written twice has the value of its last entry.
    const isLast = places.get(key) === old;
    if (key === undefined || (isLast ? stays(key) && own.isRewritten !== true : theirs !== undefined)) {
      entries.push({ old });
    } else if (theirs !== undefined) {
      const mine: JsonValue = before.get(key) ?? null;
      const inner = childSpot(spot, key);
      const edits = inner ? mergeValue(inner, mine, theirs, form?.members?.get(key), own) : [];
      entries.push({ old, edits });
    }
  }
  const isWritten = (key: string): boolean =>
    before.has(key) ? !ownKeys.has(key) && !stays(key) : !sameMember(key, undefined, next.get(key), form);
  const added = [...next].filter(([key]) => isWritten(key)).map(([key, value]) => newEntry(key, value));
  return arrangeSpot(spot, [...entries, ...added], next);
}

/** The result is true when an item of a list may stay unchanged. */
export function sameRule(before: JsonValue, next: JsonValue, list: Form | undefined): boolean {
  return list
    ? sameItem(before, next, list) && previousName(before) === previousName(next)
    : sameValue(before, next);
}

/**
 * The result is true when a field may stay unchanged. The instruction of a rename (`previousName`) has to match
 * exactly.
 */
export function sameMember(
  key: string,
  before: JsonValue | undefined,
  next: JsonValue | undefined,
  form: Form | undefined,
): boolean {
  if (!form) {
    return before !== undefined && next !== undefined && sameValue(before, next);
  }
  if (key === 'previousName') {
    return (before || undefined) === (next || undefined);
  }
  const inner = form.members?.get(key);
  if (form.noise?.get(key) === 'kept') {
    // An ignored field still follows the live policy when the rest of its rule changes.
    return next === undefined || (before !== undefined && sameForm(before, next, inner));
  }
  const counts = (value: JsonValue | undefined): JsonValue | undefined =>
    value === undefined || isImplied(key, value, form) ? undefined : value;
  return sameForm(counts(before), counts(next), inner);
}

/** Equal items match first, then items with the same id or name, then the remaining two. */
export function matchItems(before: JsonArray, next: JsonArray, form: Form | undefined): number[] {
  const match = next.map(() => -1);
  const free = new Set(before.keys());
  const pair = (keyOf: (item: JsonValue) => string | undefined): void => {
    const sources = new Map<string, number[]>();
    for (const index of [...free].toReversed()) {
      const key = keyOf(before[index] as JsonValue);
      if (key !== undefined) {
        sources.set(key, [...(sources.get(key) ?? []), index]);
      }
    }
    for (const [place, item] of next.entries()) {
      const key = match[place] === -1 ? keyOf(item) : undefined;
      const index = key === undefined ? undefined : sources.get(key)?.pop();
      if (index !== undefined) {
        match[place] = index;
        free.delete(index);
      }
    }
  };
  pair((item) => canonicalText(item, form?.items));
  pair((item) => identityOf(item, form));
  pair((item) => (isJsonObject(item) ? 'object' : undefined));
  return match;
}

/** Lists without a known form may have ids or names as well. */
const keys = ['id', '_id', 'name'];

function identityOf(item: JsonValue, form: Form | undefined): string | undefined {
  for (const key of form?.key === undefined ? keys : [form.key]) {
    const value = isJsonObject(item) ? item.get(key) : undefined;
    if (value !== undefined && value !== null) {
      return `${key} ${canonicalText(value, undefined)}`;
    }
  }
  return undefined;
}
