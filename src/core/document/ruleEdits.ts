import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { moveIndices } from '../policy/reorder.ts';
import type { IntendedDocument, IntendedRule } from './edit/editFaults.ts';
import { valueAt, valueWith, valueWithout } from './edit/intendedValue.ts';
import { oldEntry } from './edit/arrangeEntries.ts';
import { entriesOf, ListLayout, type Spot } from './edit/listLayout.ts';
import { arrangeSpot, entryWriter, replaceSpot } from './edit/memberEdits.ts';
import { matchPlaces, mergeValue } from './edit/mergeValue.ts';
import { sourcesOf, type Source } from './edit/source.ts';
import { childSpot, listSpot, rootSpot, ruleSpot } from './edit/spots.ts';
import { verifiedEdit } from './edit/verifiedEdit.ts';
import type { PolicyDocument } from './policyDocument.ts';
import { valueOfNode, type NodePath } from './syntaxNode.ts';
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
  return arrangeRules(document, view, order, { stays });
}

export function removeRules(document: PolicyDocument, array: string, indices: readonly number[]): TextEdit[] {
  const view = viewOf(document, array);
  const gone = new Set(inside(view, indices));
  if (gone.size === 0) {
    return [];
  }
  const layout = new ListLayout(document, listSpot(document, view));
  const loses =
    gone.size === view.rules.length ? [view.range] : [...gone].map((index) => extentOf(layout, index, gone));
  const left = [...view.rules.keys()].filter((index) => !gone.has(index));
  return arrangeRules(document, view, left, { loses });
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
  const rules: IntendedRule[] = [...view.rules.keys()];
  return arrangeRules(document, view, rules.toSpliced(index, 0, rule), {});
}

interface RuleArrangement extends Pick<IntendedDocument, 'loses' | 'gains'> {
  /** See `arrangeEntries`. */
  readonly stays?: readonly boolean[];
  /** The edits that are tried first. */
  readonly first?: () => readonly TextEdit[];
}

/** The edits give a list exactly these rules in this order. */
export function arrangeRules(
  document: PolicyDocument,
  view: RuleArrayView,
  rules: readonly IntendedRule[],
  { stays, first, ...intended }: RuleArrangement,
): TextEdit[] {
  const spot = listSpot(document, view);
  const added = rules.filter((rule) => typeof rule !== 'number');
  const ways = sourcesOf(document).map((source) => () => {
    const newEntry = entryWriter(source, spot);
    const entries = rules.map((rule) =>
      typeof rule === 'number' ? oldEntry(rule) : newEntry(undefined, rule),
    );
    return arrangeSpot(source, spot, entries, added, stays);
  });
  const lists = new Map([[view.key, rules]]);
  return verifiedEdit(document, { ...intended, lists }, first ? [first, ...ways] : ways);
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
  const view = viewOf(document, place.array);
  const rule = view.rules[place.index];
  const old = rule?.facts.name;
  const members: [string, string][] = [['name', name]];
  if (options.keepPrevious && old !== undefined && old !== name && rule?.facts.previousName === undefined) {
    members.push(['previousName', old]);
  }
  return changeRules(document, view, [place.index], {
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
  return changeAt(document, place, { path, change, loses: () => [], edits });
}

/** A change of a rule, or of the document, at a path. */
export interface Change {
  readonly path: NodePath;
  readonly change: (value: JsonValue) => JsonValue;
  /** These stretches may lose their comments. */
  readonly loses: (spot: Spot) => readonly TextRange[];
  /** The edits that make the change. Without them, they come from the data before and after. */
  readonly edits?: readonly TextEdit[];
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

/** The edits change a rule, or the document without a place. */
function changeAt(document: PolicyDocument, place: RulePlace | undefined, change: Change): TextEdit[] {
  if (place) {
    return changeRules(document, viewOf(document, place.array), [place.index], change);
  }
  const [top] = change.path;
  const spot = rootSpot(document);
  const before = membersAt(document, top);
  const changed = change.change(before);
  const next = isJsonObject(changed) ? changed : new Map<string, JsonValue>();
  const members = new Map(
    [...before.keys(), ...next.keys()]
      .filter((key) => !before.has(key) || before.get(key) !== next.get(key))
      .map((key) => [key, next.get(key)]),
  );
  const options = { isRewritten: (key: string | number) => key === top };
  const ways = [
    (source: Source) => mergeAt(source, spot, before, next, change.path),
    (source: Source) => mergeValue(source, spot, before, next, undefined, options),
  ];
  return verifiedEdit(document, { members, loses: change.loses(spot) }, waysOf(document, ways, change));
}

/** The data of the policy-level field `top`, or of all without it. Other fields are null. */
function membersAt(document: PolicyDocument, top: string | number | undefined): JsonObject {
  return new Map(
    document.members().map((member) => {
      const { key, array } = member;
      if (top !== undefined && key !== top) {
        return [key, null];
      }
      return [key, array ? array.rules.map((rule) => rule.value()) : valueOfNode(member.node())];
    }),
  );
}

/** The edits change each of the rules in place, or else rewrite them where nothing is lost. */
export function changeRules(
  document: PolicyDocument,
  view: RuleArrayView,
  indices: readonly number[],
  { path, change, loses, edits }: Change,
): TextEdit[] {
  const changes = indices.map((index) => {
    const before = view.rules[index]?.value() ?? null;
    return { index, spot: ruleSpot(document, view, index), before, next: change(before) };
  });
  const list: IntendedRule[] = [...view.rules.keys()];
  for (const { index, next } of changes) {
    list[index] = next;
  }
  const intended = { lists: new Map([[view.key, list]]), loses: changes.flatMap(({ spot }) => loses(spot)) };
  const ways = [
    (source: Source) =>
      changes.flatMap(({ spot, before, next }) => mergeAt(source, spot, before, next, path)),
    (source: Source) => changes.flatMap(({ spot, next }) => replaceSpot(source, spot, next, true)),
  ];
  return verifiedEdit(document, intended, waysOf(document, ways, { edits }));
}

function waysOf(
  document: PolicyDocument,
  ways: readonly ((source: Source) => readonly TextEdit[])[],
  { edits }: Pick<Change, 'edits'>,
): (() => readonly TextEdit[])[] {
  return edits
    ? [() => edits]
    : ways.flatMap((way) => sourcesOf(document).map((source) => () => way(source)));
}

/** The edits change the innermost written object or list that `path` leads through. */
function mergeAt(source: Source, spot: Spot, before: JsonValue, next: JsonValue, path: NodePath): TextEdit[] {
  const { inner, left } = innermost(source, spot, path.slice(0, -1));
  const way = path.slice(0, Math.max(0, path.length - 1 - left.length));
  const [mine, theirs] = [before, next].map((value) => way.reduce(valueAt, value));
  return mergeValue(source, inner, mine ?? null, theirs ?? null, undefined, {
    match: matchPlaces(path[way.length]),
  });
}

function innermost(source: Source, spot: Spot, path: NodePath): { inner: Spot; left: NodePath } {
  const [step, ...left] = path;
  const inner = step === undefined || spot.node.alias ? undefined : childSpot(source, spot, step);
  return inner ? innermost(source, inner, left) : { inner: spot, left: path };
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
  const { inner, left } = innermost(source, spot, path);
  const { node, document: root } = inner;
  const kind = typeof left[0] === 'string' ? 'object' : 'array';
  const isAdded = left.length > 0 && !node.alias && node.kind === kind;
  // A missing document has no comments to lose.
  return isAdded || (root && node.kind === 'null') ? [] : [node.range];
}

/** The range covers the field or item at `path` with its comments. */
function lossOfEntry(source: Source, spot: Spot, path: NodePath): TextRange[] {
  const step = path.at(-1);
  const { inner, left } = innermost(source, spot, path.slice(0, -1));
  const entries = left.length > 0 || inner.node.alias ? [] : entriesOf(inner);
  const index =
    typeof step === 'string'
      ? entries.findLastIndex(({ key }) => key === step)
      : inner.node.kind === 'array' && step !== undefined && step < entries.length
        ? step
        : -1;
  if (index < 0) {
    return [];
  }
  const core = new ListLayout(source, inner).core(index);
  return entries.length === 1 ? [core, inner.node.range] : [core];
}
