import { canonicalText } from '../../model/canonical.ts';
import { isEmpty, isImplied, type Form } from '../../model/comparisonForm.ts';
import {
  isJsonArray,
  isJsonObject,
  stringAt,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../model/json.ts';
import { sameForm, sameItem } from '../../model/sameForm.ts';
import { sameValue } from '../../model/sameValue.ts';
import type { TextEdit } from '../text.ts';
import { arrangeEntries, type ArrangedEntry } from './arrange.ts';
import { childSpot, collectionOf, replaceSpot, type Spot } from './memberEdits.ts';
import { isFlow, listingOf, type Collection } from './nodeListing.ts';
import { blockItem, blockMember, flowMember, flowValue } from './render.ts';
import { type Source } from './source.ts';

export interface MergeOptions {
  /** For every item of `next` the index of the same item in `before`, or -1. */
  readonly match?: (before: JsonArray, next: JsonArray) => ArrayLike<number>;
}

/** Edits that make the value at `spot`, which is `before`, say `next`; what compares equal under `form` keeps its bytes. */
export function mergeValue(
  source: Source,
  spot: Spot,
  before: JsonValue,
  next: JsonValue,
  form?: Form,
  options: MergeOptions = {},
): TextEdit[] {
  const collection = collectionOf(spot);
  const usable = !spot.node.alias && collection.length > 0;
  if (usable && isJsonObject(before) && isJsonObject(next)) {
    return mergeMembers(source, spot, before, next, form);
  }
  if (usable && isJsonArray(before) && isJsonArray(next) && next.length > 0) {
    const match = (options.match ?? ((a, b) => matchItems(a, b, form)))(before, next);
    const entries = next.map((item, place): ArrangedEntry => {
      const old = match[place] ?? -1;
      const inner = old < 0 ? undefined : childSpot(source, spot, old);
      if (!inner) {
        return { text: newText(source, collection, undefined, item) };
      }
      return { old, edits: mergeItem(source, inner, before[old] ?? null, item, form) };
    });
    return arrangeEntries(listingOf(source, collection), entries);
  }
  return sameValue(before, next) ? [] : replaceSpot(source, spot, next);
}

function mergeItem(source: Source, spot: Spot, before: JsonValue, next: JsonValue, list?: Form): TextEdit[] {
  const same = list ? sameItem(before, next, list) && samePrevious(before, next) : sameValue(before, next);
  return same ? [] : mergeValue(source, spot, before, next, list?.items);
}

function mergeMembers(
  source: Source,
  spot: Spot,
  before: JsonObject,
  next: JsonObject,
  form: Form | undefined,
): TextEdit[] {
  const { node } = spot;
  if (node.kind !== 'object' || node.members.some((member) => member.merged)) {
    return replaceSpot(source, spot, next);
  }
  const entries: ArrangedEntry[] = [];
  for (const [old, { key }] of node.members.entries()) {
    const mine = before.get(key) ?? null;
    const theirs = next.get(key);
    if (sameMember(key, mine, theirs, form)) {
      entries.push({ old, edits: [] });
    } else if (theirs !== undefined) {
      const inner = childSpot(source, spot, key);
      const edits = inner ? mergeValue(source, inner, mine, theirs, form?.members?.get(key)) : [];
      entries.push({ old, edits });
    }
  }
  const collection = collectionOf(spot);
  for (const [key, value] of next) {
    if (!before.has(key) && !sameMember(key, undefined, value, form)) {
      entries.push({ text: newText(source, collection, key, value) });
    }
  }
  return entries.length === 0
    ? replaceSpot(source, spot, next)
    : arrangeEntries(listingOf(source, collection), entries);
}

/** Whether a member may stay as it is. The instruction that comes with a rename is taken literally. */
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
  const counts = (value: JsonValue | undefined): JsonValue | undefined =>
    value === undefined || isImplied(key, value, form) ? undefined : value;
  const [mine, theirs] = [counts(before), counts(next)];
  return sameForm(mine, theirs, inner) || (isEmpty(mine, inner) && isEmpty(theirs, inner));
}

function samePrevious(before: JsonValue, next: JsonValue): boolean {
  const previous = (value: JsonValue): string =>
    isJsonObject(value) ? (stringAt(value, 'previousName') ?? '') : '';
  return previous(before) === previous(next);
}

function newText(source: Source, collection: Collection, key: string | undefined, value: JsonValue) {
  const flow = isFlow(source, collection);
  const lines = source.slice(collection.range.start, collection.written(0).start).includes('\n');
  return (indent: string): string => {
    const own = lines ? indent : undefined;
    if (key === undefined) {
      return flow ? flowValue(source, value, own) : blockItem(source, value, indent, source.length);
    }
    return flow
      ? flowMember(source, key, value, own)
      : blockMember(source, key, value, indent, source.length);
  };
}

/** Items are the same when they are equal, else when they have the same id or name, else when both are what is left over. */
function matchItems(before: JsonArray, next: JsonArray, form: Form | undefined): number[] {
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
  pair(identityOf);
  pair((item) => (isJsonObject(item) ? 'object' : undefined));
  return match;
}

function identityOf(item: JsonValue): string | undefined {
  for (const key of ['id', '_id', 'name', 'appID']) {
    const value = isJsonObject(item) ? item.get(key) : undefined;
    if (value !== undefined && value !== null) {
      return `${key} ${canonicalText(value, undefined)}`;
    }
  }
  return undefined;
}
