import { canonicalPolicy } from '../model/canonical.ts';
import { documentFormOf, type Form } from '../model/comparisonForm.ts';
import type { PolicyKind } from '../model/families.ts';
import { isJsonArray, type JsonObject, type JsonValue } from '../model/json.ts';
import { guessRules } from '../model/ruleMatch.ts';
import { sameValue } from '../model/sameValue.ts';
import { arrangeEntries, type ArrangedEntry } from './edit/arrange.ts';
import { childSpot, collectionOf, type Spot } from './edit/memberEdits.ts';
import { mergeValue, sameMember } from './edit/mergeValue.ts';
import { isFlow, listingOf } from './edit/nodeListing.ts';
import { arraySpot, rootSpot } from './edit/policySpots.ts';
import { blockMember, flowMember } from './edit/render.ts';
import type { Source } from './edit/source.ts';
import { PolicyDocument } from './policyDocument.ts';
import { applyEdits, joinEdits, type TextEdit } from './text.ts';
import { writePolicyText } from './writePolicy.ts';

/**
 * Edits that bring a policy file to `next`. Rules that compare equal for this kind of policy keep their bytes, moved rules
 * move with their comments, changed rules are edited member by member. A file that has no value (broken, or not a
 * policy) is written anew, as is one for which the edits would not give exactly `next`. Without a kind everything counts.
 */
export function updatePolicyText(
  document: PolicyDocument,
  next: JsonObject,
  kind: PolicyKind | undefined = document.kind,
): TextEdit[] {
  const before = document.value();
  const whole = [{ start: 0, end: document.length, text: writePolicyText(next, document.spelling) }];
  if (!before || before.size === 0 || next.size === 0) {
    return before && sameValue(before, next) ? [] : whole;
  }
  // Only YAML can take a comment up into a text.
  for (const closed of document.spelling === 'yaml' ? [false, true] : [false]) {
    const edits = joinEdits(mergeTop(document, sourceOf(document, closed), before, next, kind));
    if (edits.length === 0) {
      return [];
    }
    const after = PolicyDocument.read(applyEdits(document.text, edits), document.spelling, kind).value();
    if (after && isSame(after, next, kind)) {
      return edits;
    }
  }
  return whole;
}

function sourceOf(document: PolicyDocument, closed: boolean): Source {
  const { spelling, length, lineBreak } = document;
  return { spelling, length, lineBreak, closed, slice: (start, end) => document.slice(start, end) };
}

function isSame(a: JsonObject, b: JsonObject, kind: PolicyKind | undefined): boolean {
  return kind ? sameValue(canonicalPolicy(kind, a), canonicalPolicy(kind, b)) : sameValue(a, b);
}

function mergeTop(
  document: PolicyDocument,
  source: Source,
  before: JsonObject,
  next: JsonObject,
  kind: PolicyKind | undefined,
): TextEdit[] {
  const form = kind && documentFormOf(kind);
  const root = rootSpot(document, []);
  const entries: ArrangedEntry[] = [];
  for (const [old, { key }] of document.members().entries()) {
    const mine = before.get(key) ?? null;
    const theirs = next.get(key);
    const array = document.array(key);
    if (array ? theirs !== undefined && sameValue(mine, theirs) : sameMember(key, mine, theirs, form)) {
      entries.push({ old, edits: [] });
    } else if (theirs !== undefined) {
      const spot = array
        ? arraySpot(document, array)
        : childSpot(document, rootSpot(document, [key, key]), key);
      entries.push({
        old,
        edits: spot ? mergeMember(source, spot, mine, theirs, form?.members?.get(key), kind) : [],
      });
    } else if (array && isJsonArray(mine) && mine.length === 0) {
      entries.push({ old, edits: [] });
    }
  }
  const collection = collectionOf(root);
  const flow = isFlow(document, collection);
  for (const [key, value] of next) {
    if (!before.has(key) && !sameMember(key, undefined, value, form)) {
      const text = (indent: string): string =>
        flow
          ? flowMember(source, key, value, indent)
          : blockMember(source, key, value, indent, source.length);
      entries.push({ text });
    }
  }
  return entries.length === 0 ? [] : arrangeEntries(listingOf(document, collection), entries);
}

function mergeMember(
  source: Source,
  spot: Spot,
  before: JsonValue,
  next: JsonValue,
  form: Form | undefined,
  kind: PolicyKind | undefined,
): TextEdit[] {
  const match =
    kind && spot.child
      ? (a: readonly JsonValue[], b: readonly JsonValue[]) => guessRules(kind, a, b)
      : undefined;
  return mergeValue(source, spot, before, next, form, match ? { match } : {});
}
