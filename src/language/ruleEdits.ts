import type { JsonObject, JsonValue } from '../model/json.ts';
import { moveIndices } from '../model/reorder.ts';
import { sameValue } from '../model/sameValue.ts';
import { ExpectedError } from '../util/errors.ts';
import { moveEntries } from './edit/listEdits.ts';
import { insertInto, removeAt, removeFrom, replaceSpot, setAt, type Spot } from './edit/memberEdits.ts';
import { listingOf } from './edit/nodeListing.ts';
import { arraySpot, rootSpot, ruleCollection, ruleSpot } from './edit/policySpots.ts';
import { PolicyDocument, type RuleArrayView } from './policyDocument.ts';
import type { NodePath } from './syntaxNode.ts';
import { applyEdits, joinEdits, type TextEdit } from './text.ts';

/** Where a rule stands. */
export interface RulePlace {
  /** Key of the ordered array. */
  readonly array: string;
  /** Zero-based. */
  readonly index: number;
}

/**
 * Edits that put the rules at `indices`, in their own order, into the gap `to` (0 = above the first, number of rules = the
 * end; counted before the move, as `moveIndices`). Comments directly above a rule and behind it on its line travel with
 * it; every other byte stays. Empty when the order stays.
 */
export function moveRules(
  document: PolicyDocument,
  array: string,
  indices: readonly number[],
  to: number,
): TextEdit[] {
  const view = viewOf(document, array);
  const list = listingOf(document, ruleCollection(document, view));
  const known = inside(view, indices);
  const edits = joinEdits(moveEntries(list, known, to));
  if (document.spelling === 'yaml' && edits.length > 0 && isDelicate(document, view, known, to)) {
    verifyMove(document, view, edits, moveIndices(view.rules.length, known, to));
  }
  return edits;
}

export function removeRules(document: PolicyDocument, array: string, indices: readonly number[]): TextEdit[] {
  const view = viewOf(document, array);
  const known = inside(view, indices);
  return known.length === 0 ? [] : joinEdits(removeFrom(document, arraySpot(document, view), known));
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
    return joinEdits(setAt(document, rootSpot(document, [array]), [array], [rule]));
  }
  return joinEdits(insertInto(document, arraySpot(document, view), index, rule));
}

/**
 * Gives a rule another name. `keepPrevious` also sets `previousName` (unless it holds one already), by which the console
 * knows that it is the same rule.
 */
export function renameRule(
  document: PolicyDocument,
  place: RulePlace,
  name: string,
  options: { readonly keepPrevious?: boolean } = {},
): TextEdit[] {
  const rule = viewOf(document, place.array).rules[place.index];
  const old = rule?.facts.name;
  const edits = setMember(document, place, ['name'], name);
  if (options.keepPrevious && old !== undefined && old !== name && rule?.facts.previousName === undefined) {
    edits.push(...setMember(document, place, ['previousName'], old));
  }
  return joinEdits(edits);
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
  return joinEdits(setAt(document, spotOf(document, place, path), path, value));
}

/** Removes a member or an item; nothing happens when there is none at `path`. */
export function removeMember(
  document: PolicyDocument,
  place: RulePlace | undefined,
  path: NodePath,
): TextEdit[] {
  return joinEdits(removeAt(document, spotOf(document, place, path), path));
}

/** Replaces a rule as a whole. */
export function replaceRule(document: PolicyDocument, place: RulePlace, rule: JsonValue): TextEdit[] {
  return joinEdits(replaceSpot(document, spotOf(document, place, []), rule));
}

function viewOf(document: PolicyDocument, array: string): RuleArrayView {
  const view = document.array(array);
  if (!view) {
    throw new RangeError(`the document has no list ${array}`);
  }
  return view;
}

function inside(view: RuleArrayView, indices: readonly number[]): number[] {
  const sorted = [...new Set(indices)].sort((a, b) => a - b);
  if (sorted.some((index) => !view.rules[index])) {
    throw new RangeError(`no such rule in ${view.key}`);
  }
  return sorted;
}

function spotOf(document: PolicyDocument, place: RulePlace | undefined, path: NodePath): Spot {
  return place ? ruleSpot(document, viewOf(document, place.array), place.index) : rootSpot(document, path);
}

/** Anchors must stay above their aliases, and a block scalar that keeps line breaks takes up blank lines behind it. */
const delicate = /[|>][0-9]?\+|(?:^|[\s,[{:-])[&*][^\s]/;

function isDelicate(
  document: PolicyDocument,
  view: RuleArrayView,
  indices: readonly number[],
  to: number,
): boolean {
  const { rules } = view;
  const near = [...indices, ...indices.map((index) => index - 1), to - 1, rules.length - 1];
  return near.some((index) => {
    const range = rules[index]?.range;
    return range && delicate.test(document.slice(Math.max(0, range.start - 64), range.end));
  });
}

function verifyMove(
  document: PolicyDocument,
  view: RuleArrayView,
  edits: readonly TextEdit[],
  order: readonly number[],
): void {
  const { spelling, kind } = document;
  const after = PolicyDocument.read(applyEdits(document.text, edits), spelling, kind);
  const rules = after.array(view.key)?.rules ?? [];
  const same =
    !after.problems.some((problem) => problem.fatal) &&
    order.every((old, place) => sameValue(view.rules[old]?.value(), rules[place]?.value()));
  if (!same) {
    throw new ExpectedError('rule-not-movable', 'This move would change the meaning of the rules.', {
      advice: 'Replace anchors, aliases and block scalars with `+` in these rules by plain values first.',
    });
  }
}
