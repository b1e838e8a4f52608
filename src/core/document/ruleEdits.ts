import type { JsonObject, JsonValue } from '../json/json.ts';
import { moveIndices } from '../policy/reorder.ts';
import type { IntendedRule } from './edit/editFaults.ts';
import { intendedDocument, valueWith, valueWithout } from './edit/intendedValue.ts';
import { arrangeEntries } from './edit/arrangeEntries.ts';
import { ListLayout } from './edit/listLayout.ts';
import {
  childSpot,
  collectionOf,
  indexIn,
  insertInto,
  removeAt,
  removeFrom,
  replaceSpot,
  setAt,
  type Spot,
} from './edit/memberEdits.ts';
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
  const known = inside(view, indices);
  const order = moveIndices(view.rules.length, known, to);
  const chosen = new Set(known);
  // Chosen rules beside the gap stay.
  let first = to;
  let behind = to;
  while (chosen.has(first - 1)) {
    first--;
  }
  while (chosen.has(behind)) {
    behind++;
  }
  const stays = order.map((index) => !chosen.has(index) || (first <= index && index < behind));
  const list = new ListLayout(document, ruleCollection(document, view));
  return verifiedEdit(document, { lists: new Map([[array, order]]) }, [
    () =>
      arrangeEntries(
        list,
        order.map((old) => ({ old, edits: [] })),
        stays,
      ),
  ]);
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
  return changeRules(document, viewOf(document, place.array), [place.index], {
    change: (value) => members.reduce((all, [key, text]) => valueWith(all, [key], text), value),
    loses: (spot) => members.flatMap(([key]) => lossAt(document, spot, [key])),
    edit: (source, spot) => members.flatMap(([key, text]) => setAt(source, spot, [key], text)),
  });
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
  return changeAt(document, place, path, setting(document, path, value));
}

/** The edits remove a field or an item; a `path` without one changes nothing. */
export function removeMember(
  document: PolicyDocument,
  place: RulePlace | undefined,
  path: NodePath,
): TextEdit[] {
  return changeAt(document, place, path, removing(document, path));
}

/** The given edits are verified: they only make `change` of the data of the rule, or of the fields that `path` concerns. */
export function changedMember(
  document: PolicyDocument,
  place: RulePlace | undefined,
  path: NodePath,
  change: Change['change'],
  edits: readonly TextEdit[],
): TextEdit[] {
  return changeAt(document, place, path, { change, loses: () => [], edit: () => edits });
}

/** Replaces a rule as a whole. */
export function replaceRule(document: PolicyDocument, place: RulePlace, rule: JsonValue): TextEdit[] {
  return setMember(document, place, [], rule);
}

/** A change of a rule, or of the document. */
export interface Change {
  readonly change: (value: JsonValue) => JsonValue;
  /** These stretches may lose their comments. */
  readonly loses: (spot: Spot) => readonly TextRange[];
  readonly edit: (source: Source, spot: Spot) => readonly TextEdit[];
}

export function setting(document: PolicyDocument, path: NodePath, value: JsonValue): Change {
  return {
    change: (whole) => valueWith(whole, path, value),
    loses: (spot) => lossAt(document, spot, path),
    edit: (source, spot) => setAt(source, spot, path, value),
  };
}

export function removing(document: PolicyDocument, path: NodePath): Change {
  return {
    change: (whole) => valueWithout(whole, path),
    loses: (spot) => lossOfEntry(document, spot, path),
    edit: (source, spot) => removeAt(source, spot, path),
  };
}

/** The edits change a rule, or the text around the rules without a place; the path may still lead into the rules. */
function changeAt(
  document: PolicyDocument,
  place: RulePlace | undefined,
  path: NodePath,
  change: Change,
): TextEdit[] {
  if (place) {
    return changeRules(document, viewOf(document, place.array), [place.index], change);
  }
  const spot = rootSpot(document, path);
  return verifiedEdit(
    document,
    { ...intendedDocument(document, path, change.change), loses: change.loses(spot) },
    sourcesOf(document).map((source) => () => change.edit(source, spot)),
  );
}

/** The edits change each of the rules in place, or else rewrite them where nothing is lost. */
export function changeRules(
  document: PolicyDocument,
  view: RuleArrayView,
  indices: readonly number[],
  { change, loses, edit }: Change,
): TextEdit[] {
  const each = indices.map((index) => ({
    index,
    spot: ruleSpot(document, view, index),
    value: change(view.rules[index]?.value() ?? null),
  }));
  const list: IntendedRule[] = [...view.rules.keys()];
  for (const { index, value } of each) {
    list[index] = value;
  }
  const sources = sourcesOf(document);
  const intended = { lists: new Map([[view.key, list]]), loses: each.flatMap(({ spot }) => loses(spot)) };
  return verifiedEdit(document, intended, [
    ...sources.map((source) => () => each.flatMap(({ spot }) => edit(source, spot))),
    ...sources.map((source) => () => each.flatMap(({ spot, value }) => replaceSpot(source, spot, value))),
  ]);
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

/** Comments inside the replaced value at `path` may be lost. */
function lossAt(source: Source, spot: Spot, path: NodePath): TextRange[] {
  let at = spot;
  for (const step of path) {
    const kind = typeof step === 'string' ? 'object' : 'array';
    if (at.node.alias || at.node.kind !== kind) {
      break;
    }
    const inner = childSpot(source, at, step);
    if (!inner) {
      return [];
    }
    at = inner;
  }
  const { node, base } = at;
  if (at.root && node.kind === 'null') {
    // A missing value has no comments to lose.
    return [];
  }
  return [{ start: node.range.start + base, end: node.range.end + base }];
}

/** The range covers the field or item at `path` with its comments. */
function lossOfEntry(source: Source, spot: Spot, path: NodePath): TextRange[] {
  let parent: Spot | undefined = spot;
  for (const step of path.slice(0, -1)) {
    parent = parent && !parent.node.alias ? childSpot(source, parent, step) : undefined;
  }
  const step = path.at(-1);
  const index = parent && step !== undefined && !parent.node.alias ? indexIn(parent, step) : -1;
  if (!parent || index < 0) {
    return [];
  }
  const collection = collectionOf(parent);
  const core = new ListLayout(source, collection).core(index);
  return collection.length === 1 ? [core, collection.range] : [core];
}
