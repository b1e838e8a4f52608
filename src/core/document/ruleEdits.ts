import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { moveIndices } from '../policy/reorder.ts';
import type { IntendedRule } from './edit/editFaults.ts';
import { intendedDocument, valueAround, valueWith, valueWithout } from './edit/intendedValue.ts';
import { arrangeEntries } from './edit/arrangeEntries.ts';
import { ListLayout } from './edit/listLayout.ts';
import {
  arrangeSpot,
  childSpot,
  collectionOf,
  entryText,
  indexIn,
  oldEntries,
  type Spot,
} from './edit/memberEdits.ts';
import { mergeValue, optionsAt, type How } from './edit/mergeValue.ts';
import { arraySpot, rootSpot, ruleCollection, ruleSpot } from './edit/policySpots.ts';
import { sourcesOf, type Source } from './edit/source.ts';
import { verifiedEdit } from './edit/verifiedEdit.ts';
import type { PolicyDocument } from './policyDocument.ts';
import type { NodePath } from './syntaxNode.ts';
import type { TextEdit, TextRange } from './text.ts';
import type { RuleArrayView } from './ruleView.ts';

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
    () => arrangeEntries(list, order, stays),
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
  const left = oldEntries(collection).filter((_, index) => !gone.has(index));
  return verifiedEdit(document, { lists, loses }, [
    () => arrangeSpot(document, arraySpot(document, view), left, []),
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
    return setMember(document, undefined, [array], [rule]);
  }
  const collection = ruleCollection(document, view);
  const rules: IntendedRule[] = [...view.rules.keys()];
  const lists = new Map([[array, rules.toSpliced(index, 0, rule)]]);
  return verifiedEdit(
    document,
    { lists },
    sourcesOf(document).map((source) => () => {
      const text = entryText(source, collection, undefined, rule);
      const entries = oldEntries(collection).toSpliced(index, 0, { text });
      return arrangeSpot(source, arraySpot(document, view), entries, [rule]);
    }),
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
    path: [],
    change: (value) => members.reduce((all, [key, text]) => valueWith(all, [key], text), value),
    loses: (spot) => members.flatMap(([key]) => lossAt(document, spot, [key])),
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
  return changeAt(document, place, setting(document, path, value));
}

/** The edits remove a field or an item; a `path` without one changes nothing. */
export function removeMember(
  document: PolicyDocument,
  place: RulePlace | undefined,
  path: NodePath,
): TextEdit[] {
  return changeAt(document, place, removing(document, path));
}

/** The given edits are verified: they only make `change` of the data of the rule, or of the fields that `path` concerns. */
export function changedMember(
  document: PolicyDocument,
  place: RulePlace | undefined,
  path: NodePath,
  change: Change['change'],
  edits: readonly TextEdit[],
): TextEdit[] {
  return changeAt(document, place, { path, change, loses: () => [] }, edits);
}

/** A change of a rule, or of the document, at a path. */
export interface Change {
  readonly path: NodePath;
  readonly change: (value: JsonValue) => JsonValue;
  /** These stretches may lose their comments. */
  readonly loses: (spot: Spot) => readonly TextRange[];
}

export function setting(document: PolicyDocument, path: NodePath, value: JsonValue): Change {
  return {
    path,
    change: (whole) => valueWith(whole, path, value),
    loses: (spot) => lossAt(document, spot, path),
  };
}

export function removing(document: PolicyDocument, path: NodePath): Change {
  return {
    path,
    change: (whole) => valueWithout(whole, path),
    loses: (spot) => lossOfEntry(document, spot, path),
  };
}

/**
 * The edits change a rule, or the text around the rules without a place; the path may still lead into the rules. They
 * are `given`, or else come from the data before and after.
 */
function changeAt(
  document: PolicyDocument,
  place: RulePlace | undefined,
  change: Change,
  given?: readonly TextEdit[],
): TextEdit[] {
  if (place) {
    return changeRules(document, viewOf(document, place.array), [place.index], change, given);
  }
  const { path } = change;
  const spot = rootSpot(document, path);
  const before = valueAround(document, path);
  const changed = change.change(before);
  const next = isJsonObject(changed) ? changed : new Map<string, JsonValue>();
  return verifiedEdit(
    document,
    { ...intendedDocument(document, before, next), loses: change.loses(spot) },
    given ? [() => given] : waysOf(document, (source, how) => mergeAt(source, spot, before, next, path, how)),
  );
}

/** The edits change each of the rules in place, or else rewrite them where nothing is lost. */
export function changeRules(
  document: PolicyDocument,
  view: RuleArrayView,
  indices: readonly number[],
  { path, change, loses }: Change,
  given?: readonly TextEdit[],
): TextEdit[] {
  const each = indices.map((index) => {
    const before = view.rules[index]?.value() ?? null;
    return { index, spot: ruleSpot(document, view, index), before, next: change(before) };
  });
  const list: IntendedRule[] = [...view.rules.keys()];
  for (const { index, next } of each) {
    list[index] = next;
  }
  const intended = { lists: new Map([[view.key, list]]), loses: each.flatMap(({ spot }) => loses(spot)) };
  const edit = (source: Source, at: NodePath, how: How): TextEdit[] =>
    each.flatMap(({ spot, before, next }) => mergeAt(source, spot, before, next, at, how));
  const ways = [
    ...waysOf(document, (source, how) => edit(source, path, how)),
    ...sourcesOf(document).map((source) => () => edit(source, [], 'rewrite')),
  ];
  return verifiedEdit(document, intended, given ? [() => given] : ways);
}

/** The first ways keep all parts of a value that stay. The others rewrite the whole value. */
function waysOf(document: PolicyDocument, edit: (source: Source, how: How) => readonly TextEdit[]) {
  return (['merge', 'rewrite'] as const).flatMap((how) =>
    sourcesOf(document).map((source) => () => edit(source, how)),
  );
}

function mergeAt(
  source: Source,
  spot: Spot,
  before: JsonValue,
  next: JsonValue,
  path: NodePath,
  how: How,
): TextEdit[] {
  return path.length === 0
    ? mergeValue(source, spot, before, next, undefined, {}, how)
    : mergeValue(source, spot, before, next, undefined, optionsAt(path, how));
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
