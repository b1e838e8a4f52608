import type { Form } from '../../policy/comparisonForm.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { sameValue } from '../../json/sameValue.ts';
import type { TextEdit } from '../text.ts';
import type { Entry } from './arrangeEntries.ts';
import type { Match } from './keptComments.ts';
import { matchItems } from './matchItems.ts';
import {
  arrangeSpot,
  childSpot,
  collectionOf,
  entryText,
  replaceSpot,
  rewriteSpot,
  writtenEntries,
  type Spot,
} from './memberEdits.ts';
import { isFlow, ListLayout } from './listLayout.ts';
import { sameMember, sameRule } from './sameParts.ts';
import { type Source, columnAt } from './source.ts';
import type { NodePath, ObjectNode, SyntaxNode } from '../syntaxNode.ts';

export interface MergeOptions {
  readonly match?: Match;
  /** The function gives the treatment of a field, or of the item that ends at a place of `next`. */
  readonly how?: (step: string | number) => How;
  /** The function gives the options for the value of a field or of an item. */
  readonly inner?: (step: string | number) => MergeOptions;
}

/**
 * `detach` writes out values of aliases and merge keys, because their source changed. `rewrite` replaces the whole text
 * of the value.
 */
export type How = 'merge' | 'detach' | 'rewrite';

/** The edits change the value at `spot` from `before` to `next`; parts that are equal under `form` keep their bytes. */
export function mergeValue(
  source: Source,
  spot: Spot,
  before: JsonValue,
  next: JsonValue,
  form?: Form,
  options: MergeOptions = {},
  how: How = 'merge',
): TextEdit[] {
  if (how === 'rewrite') {
    return rewriteSpot(source, spot, next);
  }
  if (how === 'detach' && spot.node.alias) {
    return replaceSpot(source, spot, next);
  }
  const collection = collectionOf(spot);
  const usable = !spot.node.alias && collection.length > 0 && !isBarePair(source, spot);
  if (usable && isJsonObject(before) && isJsonObject(next)) {
    return mergeMembers(source, spot, before, next, form, options, how);
  }
  if (usable && isJsonArray(before) && isJsonArray(next) && next.length > 0) {
    const match = options.match ? options.match(before, next) : matchItems(before, next, form);
    const entryOf = (item: JsonValue, place: number): Entry => {
      const old = match[place] ?? -1;
      const own = options.how?.(place) ?? how;
      // The rules that stay unchanged are not read, because most rules stay.
      if (old >= 0 && own === 'merge' && sameRule(before[old] ?? null, item, form)) {
        return old;
      }
      const inner = old < 0 ? undefined : childSpot(source, spot, old);
      return inner
        ? {
            old,
            edits: mergeItem(source, inner, before[old] ?? null, item, form, options.inner?.(place), own),
          }
        : { text: entryText(source, collection, undefined, item) };
    };
    return arrangeSpot(source, spot, next.map(entryOf), next);
  }
  return sameValue(before, next) ? [] : replaceSpot(source, spot, next);
}

/** The options treat the value at `path` as asked for. Items of the lists on the way keep their places. */
export function optionsAt([step, ...rest]: NodePath, how: How): MergeOptions {
  return {
    match: (before, next) =>
      next.map((_, place) => {
        const old =
          typeof step === 'number' && next.length < before.length && place >= step ? place + 1 : place;
        return old < before.length ? old : -1;
      }),
    how: (each) => (each === step && rest.length === 0 ? how : 'merge'),
    inner: (each) => (each === step && rest.length > 0 ? optionsAt(rest, how) : {}),
  };
}

/** The value is a mapping of one field without braces, as in `[a: 1, b: 2]`. A second field has no place there. */
function isBarePair(source: Source, spot: Spot): boolean {
  return (
    spot.inFlow && spot.root !== true && spot.node.kind === 'object' && !isFlow(source, collectionOf(spot))
  );
}

function mergeItem(
  source: Source,
  spot: Spot,
  before: JsonValue,
  next: JsonValue,
  list: Form | undefined,
  options: MergeOptions | undefined,
  how: How,
): TextEdit[] {
  return sameRule(before, next, list) && mayStay(spot, how)
    ? []
    : mergeValue(source, spot, before, next, list?.items, options, how);
}

/** The result is false when the value of the part may have changed with its source, or has to be rewritten. */
function mayStay({ node }: Spot, how: How): boolean {
  return how === 'merge' || (how === 'detach' && !isShared(node));
}

/** The function works like `mergeValue`, for an object that has fields. */
function mergeMembers(
  source: Source,
  spot: Spot,
  before: JsonObject,
  next: JsonObject,
  form: Form | undefined,
  options: MergeOptions,
  how: How,
): TextEdit[] {
  const { node } = spot;
  if (node.kind !== 'object') {
    return replaceSpot(source, spot, next);
  }
  const collection = collectionOf(spot);
  const ownKeys = new Set(node.members.filter(({ merged }) => !merged).map(({ key }) => key));
  // A list of rules is compared rule by rule.
  const isOfRules = (key: string): boolean => (spot.child?.(key)?.collection?.length ?? 0) > 0;
  const stays = (key: string): boolean =>
    !isOfRules(key) && sameMember(key, before.get(key), next.get(key), form);
  const expand = how === 'detach' || !mayKeepMerges(node, ownKeys, next, stays);
  // Merged fields are written in place of the merge keys, or else only where they differ.
  const brought = [...before.keys()].filter((key) => !ownKeys.has(key) && next.has(key));
  const written = brought.filter((key) => expand || !stays(key));
  const entryOf = (key: string): Entry => ({
    text: entryText(source, collection, key, next.get(key) ?? null),
  });
  const entries: Entry[] = [];
  const all = writtenEntries(node);
  const places = new Map(all.map(({ key }, place) => [key, place]));
  for (const [old, { key }] of all.entries()) {
    if (key === undefined) {
      entries.push(...(expand ? replacedEntry(source, spot, old, written.splice(0), next) : [old]));
      continue;
    }
    const theirs = next.get(key);
    const inner = childSpot(source, spot, key);
    const own = options.how?.(key) ?? how;
    // A field that is written twice has the value of its last entry.
    const isLast = places.get(key) === old;
    if (isLast ? stays(key) && (!inner || mayStay(inner, own)) : theirs !== undefined) {
      entries.push(old);
    } else if (theirs !== undefined) {
      const mine: JsonValue = before.get(key) ?? null;
      const ofMember = form?.members?.get(key);
      const edits = inner ? mergeValue(source, inner, mine, theirs, ofMember, options.inner?.(key), own) : [];
      entries.push({ old, edits });
    }
  }
  entries.push(...written.map(entryOf));
  for (const [key, value] of next) {
    if (!before.has(key) && !sameMember(key, undefined, value, form)) {
      entries.push(entryOf(key));
    }
  }
  return arrangeSpot(source, spot, entries, next);
}

/** The result is true when a part of the value comes through an alias or a merge key. */
function isShared(node: SyntaxNode): boolean {
  if (node.alias) {
    return true;
  }
  if (node.kind === 'object') {
    return node.merges !== undefined || node.members.some(({ value }) => isShared(value));
  }
  return node.kind === 'array' && node.items.some(isShared);
}

/** Merge keys can stay only if every merged field stays, because a single field cannot be removed from them. */
function mayKeepMerges(
  node: ObjectNode,
  own: ReadonlySet<string>,
  next: JsonObject,
  stays: (key: string) => boolean,
): boolean {
  return node.members.every(({ key, merged }) => !merged || next.has(key) || (!own.has(key) && stays(key)));
}

/**
 * The fields `keys` replace a merge key; the first field takes its comments. An empty merge key takes them when `keys`
 * is empty.
 */
function replacedEntry(
  source: Source,
  spot: Spot,
  old: number,
  keys: readonly string[],
  next: JsonObject,
): Entry[] {
  const list = new ListLayout(source, collectionOf(spot));
  const range = list.entry(old);
  const [first, ...more] = keys;
  if (first === undefined) {
    const { start, end } = list.core(old);
    const isCommented = start < range.start || end > range.end;
    return isCommented ? [{ old, edits: [{ ...range, text: '<<: {}' }] }] : [];
  }
  const textOf = (key: string) => entryText(source, collectionOf(spot), key, next.get(key) ?? null);
  return [
    { old, edits: [{ ...range, text: textOf(first)(columnAt(source, range.start)) }] },
    ...more.map((key) => ({ text: textOf(key) })),
  ];
}
