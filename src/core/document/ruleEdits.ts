import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { moveIndices, selection } from '../policy/reorder.ts';
import { type IntendedDocument, type IntendedRule, verifiedEdit } from './edit/verifiedEdit.ts';
import { valueAt, valueWith, valueWithout } from './edit/intendedValue.ts';
import { arrangeEntries } from './edit/arrangeEntries.ts';
import { entriesOf, ListLayout, type Spot } from './edit/listLayout.ts';
import { arrangeSpot, entryWriter, replaceSpot } from './edit/memberEdits.ts';
import { changeAt, lossesOf, mergeValue } from './edit/mergeValue.ts';
import { columnAt, indentAt } from './edit/source.ts';
import { listSpot, rootSpot, ruleSpot, spotAt } from './edit/spots.ts';
import type { PolicyDocument } from './policyDocument.ts';
import { valueOfNode, type NodePath } from './syntaxNode.ts';
import type { TextEdit } from './text.ts';
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
  const order = moveIndices(view.rules.length, indices, to);
  const chosen = new Set(indices);
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
  const gone = new Set(selection(view.rules.length, indices));
  const left = [...view.rules.keys()].filter((index) => !gone.has(index));
  return gone.size === 0 ? [] : arrangeRules(document, view, left);
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
  return arrangeRules(document, view, rules.toSpliced(index, 0, rule));
}

interface RuleArrangement extends Pick<IntendedDocument, 'gains'> {
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
  { stays, first, gains }: RuleArrangement = {},
): TextEdit[] {
  const added = rules.filter((rule) => typeof rule !== 'number');
  const way = (closed: boolean): TextEdit[] => {
    const spot = listSpot(document, view, closed);
    const newEntry = entryWriter(spot);
    const entries = rules.map((rule) =>
      typeof rule === 'number' ? { old: rule } : newEntry(undefined, rule),
    );
    return arrangeSpot(spot, entries, added, stays);
  };
  const left = new Set(rules);
  const isGone = (index: number): boolean => !left.has(index);
  const layout = new ListLayout(listSpot(document, view));
  const loses =
    rules.length === 0
      ? [view.range]
      : [...view.rules.keys()].filter(isGone).map((index) => layout.removed(index, isGone));
  const intended = { lists: new Map([[view.key, rules]]), loses, gains };
  return verifiedEdit(document, intended, first ? [first, way] : [way]);
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
  return changedMember(document, place, path, (whole) => valueWith(whole, path, value));
}

/** The edits remove a field or an item; a `path` without one changes nothing. */
export function removeMember(
  document: PolicyDocument,
  place: RulePlace | undefined,
  path: NodePath,
): TextEdit[] {
  return changedMember(document, place, path, (whole) => valueWithout(whole, path));
}

/**
 * Moves the field `key` of a rule to the end of the object at `path` in the rule: as it is written, with its comments, or
 * else its value. Empty for a rule without the field.
 */
export function moveField(
  document: PolicyDocument,
  { array, index }: RulePlace,
  key: string,
  path: NodePath,
): TextEdit[] {
  const view = viewOf(document, array);
  const before = view.rules[index]?.value();
  const value = valueAt(before, key);
  if (before === undefined || value === undefined) {
    return [];
  }
  const next = valueWith(valueWithout(before, [key]), [...path, key], value);
  const list = view.rules.map((_, place): IntendedRule => (place === index ? next : place));
  return verifiedEdit(document, { lists: new Map([[array, list]]) }, [
    (closed) => writtenMove(ruleSpot(document, view, index, closed), key, path),
    (closed) => mergeValue(ruleSpot(document, view, index, closed), before, next),
  ]);
}

/** Empty where the target has no entries, is not written in this place, or is in the field. */
function writtenMove(spot: Spot, key: string, path: NodePath): TextEdit[] {
  const { document } = spot;
  const all = entriesOf(spot);
  const [from = -1, holder = -1] = [key, path[0]].map((name) => all.findIndex((entry) => entry.key === name));
  const target = spotAt(spot, path);
  const inner = target ? entriesOf(target) : [];
  if (!target || from < 0 || holder < 0 || holder === from || inner.length === 0) {
    return [];
  }
  const layout = new ListLayout(spot);
  const { start, end, entry, comma, commaInTrail, openTrail } = layout.core(from);
  const written = commaInTrail
    ? document.slice(start, comma) + document.slice(comma + 1, end)
    : document.slice(start, end);
  const behind = document.slice(inner.at(-1)!.range.end, target.node.range.end);
  const isCut = layout.commas && openTrail && !behind.includes('\n');
  const text = isCut ? `${written}${document.lineBreak}` : written;
  const indentation = layout.commas ? indentAt(document, start) : columnAt(document, entry.start);
  const moved = { text: (indent: string) => text.replaceAll(`\n${indentation}`, `\n${indent}`) };
  const edits = arrangeEntries(new ListLayout(target), [...inner.map((_, old) => ({ old })), moved]);
  const left = [...all.keys()].filter((at) => at !== from);
  return arrangeEntries(
    layout,
    left.map((old) => ({ old, edits: old === holder ? edits : [] })),
  );
}

type DataChange = (value: JsonValue) => JsonValue;

/**
 * The edits make `change` of the data of a rule, or of the document without a place. A change of the document concerns
 * only its field at the start of `path`, if there is one. Given `edits` are verified, and none is made.
 */
export function changedMember(
  document: PolicyDocument,
  place: RulePlace | undefined,
  path: NodePath,
  change: DataChange,
  edits?: readonly TextEdit[],
): TextEdit[] {
  if (place) {
    return changeRules(document, viewOf(document, place.array), [place.index], change, { path, edits });
  }
  const [top] = path;
  const before = membersAt(document, top);
  const changed = change(before);
  const next = isJsonObject(changed) ? changed : new Map<string, JsonValue>();
  const members = new Map(
    [...before.keys(), ...next.keys()]
      .filter((key) => !before.has(key) || before.get(key) !== next.get(key))
      .map((key) => [key, next.get(key)]),
  );
  if (edits) {
    return verifiedEdit(document, { members }, [() => edits]);
  }
  const options = changeAt(path);
  const rewriting = { inner: (key: string | number) => ({ isRewritten: key === top }) };
  return verifiedEdit(document, { members, loses: lossesOf(rootSpot(document), before, next, options) }, [
    (closed) => mergeValue(rootSpot(document, closed), before, next, undefined, options),
    (closed) => mergeValue(rootSpot(document, closed), before, next, undefined, rewriting),
  ]);
}

/** The data of the policy-level field `top`, or of all without it. Other fields are null. */
function membersAt(document: PolicyDocument, top: string | number | undefined): JsonObject {
  return new Map(
    document.members().map(({ key, value, array }) => {
      if (top !== undefined && key !== top) {
        return [key, null];
      }
      return [key, array ? array.rules.map((rule) => rule.value()) : valueOfNode(value)];
    }),
  );
}

/**
 * The edits change each of the rules in place, or else rewrite them where nothing is lost. `path`: the only place of the change,
 * where it is known.
 */
export function changeRules(
  document: PolicyDocument,
  view: RuleArrayView,
  indices: readonly number[],
  change: DataChange,
  { path = [], edits }: { readonly path?: NodePath; readonly edits?: readonly TextEdit[] | undefined } = {},
): TextEdit[] {
  const list: IntendedRule[] = [...view.rules.keys()];
  const changes = indices.map((index) => {
    const before = view.rules[index]?.value() ?? null;
    const next = change(before);
    list[index] = next;
    return { before, next, spot: (closed?: boolean) => ruleSpot(document, view, index, closed) };
  });
  const lists = new Map([[view.key, list]]);
  if (edits) {
    return verifiedEdit(document, { lists }, [() => edits]);
  }
  const options = changeAt(path);
  const loses = changes.flatMap(({ spot, before, next }) => lossesOf(spot(), before, next, options));
  return verifiedEdit(document, { lists, loses }, [
    (closed) =>
      changes.flatMap(({ spot, before, next }) => mergeValue(spot(closed), before, next, undefined, options)),
    (closed) => changes.flatMap(({ spot, next }) => replaceSpot(spot(closed), next, true)),
  ]);
}

export function viewOf(document: PolicyDocument, array: string): RuleArrayView {
  const view = document.array(array);
  if (!view) {
    throw new RangeError(`the document has no list ${array}`);
  }
  return view;
}
