import type { JsonObject, JsonValue } from '../json/json.ts';
import { moveIndices } from '../policy/reorder.ts';
import type { IntendedRule } from './edit/editFaults.ts';
import {
  valueChanged,
  valueRenamed,
  valueWith,
  valueWithout,
  intendedDocument,
} from './edit/intendedValue.ts';
import { moveEntries } from './edit/listEdits.ts';
import { ListLayout } from './edit/listing.ts';
import { lossAt, lossOfEntry } from './edit/losses.ts';
import { insertInto, removeAt, removeFrom, replaceSpot, setAt, type Spot } from './edit/memberEdits.ts';
import { arraySpot, rootSpot, ruleCollection, ruleSpot } from './edit/policySpots.ts';
import { sourcesOf, type Source } from './edit/source.ts';
import { verifiedEdit } from './edit/verifiedEdit.ts';
import type { PolicyDocument, RuleArrayView } from './policyDocument.ts';
import type { NodePath } from './syntaxNode.ts';
import type { TextEdit, TextRange } from './text.ts';

/** A place identifies a rule in a policy. */
export interface RulePlace {
  /** The key is that of the ordered array. */
  readonly array: string;
  /** The index is zero-based. */
  readonly index: number;
}

/**
 * Edits that put the rules at `indices`, in their own order, into the gap `to` (0 = above the first, number of rules = the
 * end; counted before the move, as `moveIndices`). Comments directly above a rule and behind it on its line travel with
 * it; every other byte stays. Empty when the order stays. Like all edits here it is verified: see `verifiedEdit`.
 */
export function moveRules(
  document: PolicyDocument,
  array: string,
  indices: readonly number[],
  to: number,
): TextEdit[] {
  const view = viewOf(document, array);
  const list = new ListLayout(document, ruleCollection(document, view));
  const known = inside(view, indices);
  const lists = new Map([[array, moveIndices(view.rules.length, known, to)]]);
  return verifiedEdit(document, { lists }, [() => moveEntries(list, known, to)]);
}

export function removeRules(document: PolicyDocument, array: string, indices: readonly number[]): TextEdit[] {
  const view = viewOf(document, array);
  const gone = new Set(inside(view, indices));
  if (gone.size === 0) {
    return [];
  }
  const collection = ruleCollection(document, view);
  const layout = new ListLayout(document, collection);
  const loses =
    gone.size === view.rules.length
      ? [collection.range]
      : [...gone].map((index) => extentOf(layout, index, gone));
  const lists = new Map([[array, [...view.rules.keys()].filter((index) => !gone.has(index))]]);
  return verifiedEdit(document, { lists, loses }, [
    () => removeFrom(document, arraySpot(document, view), [...gone]),
  ]);
}

/** Inserts above the rule at `index`; the number of rules (or more) appends. Makes the array when the document has none. */
export function insertRule(
  document: PolicyDocument,
  array: string,
  index: number,
  rule: JsonObject,
): TextEdit[] {
  const view = document.array(array);
  if (!view) {
    return verifiedEdit(
      document,
      { lists: new Map([[array, [rule]]]) },
      sourcesOf(document).map((source) => () => setAt(source, rootSpot(document, [array]), [array], [rule])),
    );
  }
  const rules: IntendedRule[] = [...view.rules.keys()];
  const lists = new Map([[array, rules.toSpliced(index, 0, rule)]]);
  return verifiedEdit(
    document,
    { lists },
    sourcesOf(document).map((source) => () => insertInto(source, arraySpot(document, view), index, rule)),
  );
}

/**
 * The rule gets another name. `keepPrevious` also sets `previousName` (unless it is already set), so that the console
 * recognizes the rule.
 */
export function renameRule(
  document: PolicyDocument,
  place: RulePlace,
  name: string,
  options: { readonly keepPrevious?: boolean } = {},
): TextEdit[] {
  const rule = viewOf(document, place.array).rules[place.index];
  const old = rule?.facts.name;
  const members: [string, string][] = [['name', name]];
  if (options.keepPrevious && old !== undefined && old !== name && rule?.facts.previousName === undefined) {
    members.push(['previousName', old]);
  }
  return changeRule(
    document,
    place,
    (value) => members.reduce((all, [key, text]) => valueWith(all, [key], text), value),
    members.flatMap(([key]) => lossAt(document, ruleAt(document, place), [key])),
    (source, spot) => members.flatMap(([key, text]) => setAt(source, spot, [key], text)),
  );
}

/**
 * Sets the value at `path` inside a rule, or inside the document when `place` is undefined. Missing objects on the way are
 * made; a number one past the end of an array appends.
 */
export function setMember(
  document: PolicyDocument,
  place: RulePlace | undefined,
  path: NodePath,
  value: JsonValue,
): TextEdit[] {
  const change = (whole: JsonValue): JsonValue => valueWith(whole, path, value);
  const loses = lossAt(document, spotOf(document, place, path), path);
  const edit = (source: Source, spot: Spot): TextEdit[] => setAt(source, spot, path, value);
  return changeAt(document, place, path, change, loses, edit);
}

/** The edits remove a field or an item; a `path` without one changes nothing. */
export function removeMember(
  document: PolicyDocument,
  place: RulePlace | undefined,
  path: NodePath,
): TextEdit[] {
  const change = (whole: JsonValue): JsonValue => valueWithout(whole, path);
  const loses = lossOfEntry(document, spotOf(document, place, path), path);
  const edit = (source: Source, spot: Spot): TextEdit[] => removeAt(source, spot, path);
  return changeAt(document, place, path, change, loses, edit);
}

/** The given edits are verified: they only change the key of the field at `path` to `key`. */
export function renamedMember(
  document: PolicyDocument,
  place: RulePlace | undefined,
  path: NodePath,
  key: string,
  edits: readonly TextEdit[],
): TextEdit[] {
  const change = (whole: JsonValue): JsonValue => valueRenamed(whole, path, key);
  const edit = (): TextEdit[] => [...edits];
  return changeAt(document, place, path, change, [], edit);
}

/** The given edits are verified: they only make the field at `path` the single entry of a list. */
export function listedMember(
  document: PolicyDocument,
  place: RulePlace | undefined,
  path: NodePath,
  edits: readonly TextEdit[],
): TextEdit[] {
  const change = (whole: JsonValue): JsonValue => valueChanged(whole, path, (value) => [value]);
  const edit = (): TextEdit[] => [...edits];
  return changeAt(document, place, path, change, [], edit);
}

/** Replaces a rule as a whole. */
export function replaceRule(document: PolicyDocument, place: RulePlace, rule: JsonValue): TextEdit[] {
  return setMember(document, place, [], rule);
}

/** Edits a rule, or the document when there is no `place`. */
function changeAt(
  document: PolicyDocument,
  place: RulePlace | undefined,
  path: NodePath,
  change: (value: JsonValue) => JsonValue,
  loses: readonly TextRange[],
  edit: (source: Source, spot: Spot) => TextEdit[],
): TextEdit[] {
  return place
    ? changeRule(document, place, change, loses, edit)
    : changeDocument(document, path, change, loses, edit);
}

/** The edits change one rule in place, or else rewrite the rule where nothing is lost. */
function changeRule(
  document: PolicyDocument,
  place: RulePlace,
  change: (value: JsonValue) => JsonValue,
  loses: readonly TextRange[],
  edit: (source: Source, spot: Spot) => TextEdit[],
): TextEdit[] {
  const { rules } = viewOf(document, place.array);
  const spot = ruleAt(document, place);
  const value = change(rules[place.index]?.value() ?? null);
  const list: IntendedRule[] = [...rules.keys()];
  list[place.index] = value;
  const sources = sourcesOf(document);
  return verifiedEdit(document, { lists: new Map([[place.array, list]]), loses }, [
    ...sources.map((source) => () => edit(source, spot)),
    ...sources.map((source) => () => replaceSpot(source, spot, value)),
  ]);
}

/** The edits change the text around the rules; a path may still lead into the rules. */
function changeDocument(
  document: PolicyDocument,
  path: NodePath,
  change: (value: JsonValue) => JsonValue,
  loses: readonly TextRange[],
  edit: (source: Source, spot: Spot) => TextEdit[],
): TextEdit[] {
  const intended = intendedDocument(document, path, change);
  return verifiedEdit(
    document,
    { ...intended, loses },
    sourcesOf(document).map((source) => () => edit(source, rootSpot(document, path))),
  );
}

export function viewOf(document: PolicyDocument, array: string): RuleArrayView {
  const view = document.array(array);
  if (!view) {
    throw new RangeError(`the document has no list ${array}`);
  }
  return view;
}

export function inside(view: RuleArrayView, indices: readonly number[]): number[] {
  const sorted = [...new Set(indices)].sort((a, b) => a - b);
  if (sorted.some((index) => !view.rules[index])) {
    throw new RangeError(`no such rule in ${view.key}`);
  }
  return sorted;
}

/** A rule that goes, with its comments, and with those between it and the next one that goes. */
function extentOf(layout: ListLayout, index: number, gone: ReadonlySet<number>): TextRange {
  const { start, end } = layout.core(index);
  return { start, end: gone.has(index + 1) ? layout.core(index + 1).start : end };
}

function ruleAt(document: PolicyDocument, place: RulePlace): Spot {
  return ruleSpot(document, viewOf(document, place.array), place.index);
}

function spotOf(document: PolicyDocument, place: RulePlace | undefined, path: NodePath): Spot {
  return place ? ruleAt(document, place) : rootSpot(document, path);
}
