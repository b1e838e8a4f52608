import { canonicalHash } from '../policy/canonical.ts';
import { documentFormOf, isOwnField, type Form } from '../policy/comparisonForm.ts';
import type { PolicyKind } from '../policy/families.ts';
import { isJsonArray, type JsonObject } from '../json/json.ts';
import { guessMatch } from '../policy/ruleMatch.ts';
import { sameValue } from '../json/sameValue.ts';
import { composed, keptComments, type Match, commentsOnTop } from './edit/keptComments.ts';
import { matchItems } from './edit/matchItems.ts';
import { mergeValue, type How, type MergeOptions } from './edit/mergeValue.ts';
import { sameMember, sameRule } from './edit/sameParts.ts';
import { rootSpot } from './edit/policySpots.ts';
import { sourcesOf, type Source } from './edit/source.ts';
import { PolicyDocument } from './policyDocument.ts';
import { documentHash, valueSharingRules } from './ruleDigests.ts';
import { valueOfNode } from './syntaxNode.ts';
import { applyEdits, joinEdits, type TextEdit } from './text.ts';
import { writePolicyText } from './writePolicy.ts';

/** A round can reveal more fields or rules whose aliases have to be written out; this limit ends the search. */
const MAX_ROUNDS = 6;

/**
 * The edits bring a policy file to `next`. Rules that compare equal for this kind keep their bytes, and moved rules
 * keep their comments. Changed rules are edited field by field. Aliases of a changed or removed anchor are written out.
 * A file without a value (broken, or not a policy) is rewritten with its comments. A file is also rewritten when edits
 * do not give exactly `next`. Every difference counts without a kind.
 */
export function updatePolicyText(
  document: PolicyDocument,
  next: JsonObject,
  kind: PolicyKind | undefined = document.kind,
): TextEdit[] {
  const before = kind ? valueSharingRules(document, kind, next) : document.value();
  const wanted = kind && before ? withOwnFields(before, next, documentFormOf(kind)) : next;
  if (before && (before.size === 0 || wanted.size === 0) && sameValue(before, wanted)) {
    return [];
  }
  const edits = before && before.size > 0 && wanted.size > 0 && mergedEdits(document, before, wanted, kind);
  if (edits) {
    return edits;
  }
  const text = rewrittenText(document, wanted, kind, matchOf(kind));
  return [{ start: 0, end: document.length, text }];
}

/** Fields of the file alone stay in front, because anchors are written there. */
function withOwnFields(before: JsonObject, next: JsonObject, form: Form): JsonObject {
  const own = [...before].filter(([key]) => isOwnField(key, form) && !next.has(key));
  return own.length === 0 ? next : new Map([...own, ...next]);
}

/** The edits are undefined when they cannot give exactly `next`. */
function mergedEdits(
  document: PolicyDocument,
  before: JsonObject,
  next: JsonObject,
  kind: PolicyKind | undefined,
): TextEdit[] | undefined {
  const hows: Hows = new Map();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let known = 0;
    for (const source of sourcesOf(document)) {
      const edits = mergeEdits(document, source, before, next, kind, hows);
      const after = document.after(edits);
      if (says(after, next, kind)) {
        return joinEdits(composed(edits, keptComments(document, after, next, matchOf(kind))));
      }
      known +=
        source.closed === true || document.spelling === 'json' ? noteMismatches(after, next, kind, hows) : 0;
    }
    if (known === 0) {
      return undefined;
    }
  }
  return undefined;
}

/** Merging alone is not enough for these fields (by key) and rules (by key and place). */
type Hows = Map<string, How>;

const ruleKey = (key: string, place: number): string => `${key} ${place}`;

/** The function notes each part that differs from `next`, and returns the number of parts with another way to edit. */
function noteMismatches(
  after: PolicyDocument,
  next: JsonObject,
  kind: PolicyKind | undefined,
  hows: Hows,
): number {
  const form = kind && documentFormOf(kind);
  let count = 0;
  const note = (key: string): void => {
    const how = hows.get(key);
    if (how !== 'rewrite') {
      hows.set(key, how === 'detach' ? 'rewrite' : 'detach');
      count++;
    }
  };
  const members = new Map(after.members().map((member) => [member.key, member]));
  for (const [key, value] of next) {
    const rules = after.array(key)?.rules;
    const list = form?.members?.get(key);
    if (rules && isJsonArray(value)) {
      for (const [place, rule] of value.entries()) {
        if (!sameRule(rules[place]?.value() ?? null, rule, list)) {
          note(ruleKey(key, place));
        }
      }
    } else {
      const member = members.get(key);
      if (!sameMember(key, member && valueOfNode(member.node()), value, form)) {
        note(key);
      }
    }
  }
  return count;
}

function says(after: PolicyDocument, next: JsonObject, kind: PolicyKind | undefined): boolean {
  if (kind) {
    return documentHash(after, kind) === canonicalHash(kind, next);
  }
  const value = after.value();
  return value !== undefined && sameValue(value, next);
}

function mergeEdits(
  document: PolicyDocument,
  source: Source,
  before: JsonObject,
  next: JsonObject,
  kind: PolicyKind | undefined,
  hows: Hows,
): TextEdit[] {
  const form = kind && documentFormOf(kind);
  const inner = (key: string | number): MergeOptions =>
    document.array(String(key))
      ? {
          match: matchOf(kind, form?.members?.get(String(key))),
          how: (place) => hows.get(ruleKey(String(key), Number(place))) ?? 'merge',
        }
      : {};
  const options = { how: (key: string | number): How => hows.get(String(key)) ?? 'merge', inner };
  return joinEdits(mergeValue(source, rootSpot(document), before, next, form, options));
}

/** The match is the most likely origin of each rule of a list. */
function matchOf(kind: PolicyKind | undefined, form?: Form): Match {
  return (before, next) => (kind ? guessMatch(kind, before, next) : matchItems(before, next, form));
}

/**
 * The policy file is rewritten with its comments: see `keptComments`. The comments of a broken file go to the top,
 * because their places are unknown.
 */
function rewrittenText(
  document: PolicyDocument,
  next: JsonObject,
  kind: PolicyKind | undefined,
  match: Match,
): string {
  const written = writePolicyText(next, document.spelling);
  const text = written.replaceAll('\n', document.lineBreak);
  const fresh = PolicyDocument.read(text, document.spelling, kind);
  const edits = document.value()
    ? keptComments(document, fresh, next, match)
    : commentsOnTop(document, fresh);
  return applyEdits(text, edits);
}
