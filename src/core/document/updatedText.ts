import { type JsonObject, type JsonValue, isJsonArray, isJsonObject, sameValue } from '../json/json.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { Spelling } from '../policy/policyFile.ts';
import type { PolicyDocument } from './policyDocument.ts';
import { applyEdits, type TextEdit, joinEdits, textChange } from './text.ts';
import { canonicalHash } from '../policy/canonical.ts';
import { documentFormOf, isOwnField } from '../policy/comparisonForm.ts';
import { guessMatch } from '../policy/ruleMatch.ts';
import { keptComments, type Match } from './edit/comments.ts';
import { mergeValue, type MergeOptions, matchItems, sameMember, sameRule } from './edit/mergeValue.ts';
import { rootSpot } from './edit/spots.ts';
import { closings } from './edit/verifiedEdit.ts';
import { readPolicyText } from './reading/readPolicy.ts';
import { rereadPolicy } from './reading/rereadPolicy.ts';
import { documentHash, valueSharingRules } from './ruleDigests.ts';
import { valueOfNode } from './syntaxNode.ts';
import type { Form } from '../policy/fieldTypes.ts';
import { writeJson } from '../json/writeJson.ts';
import { yamlLines } from './yaml/writeYaml.ts';

/** An update is a new text, or edits of the existing text. */
export type TextUpdate = string | readonly TextEdit[];

export function textAfter(before: string, update: TextUpdate): string {
  return typeof update === 'string' ? update : applyEdits(before, update);
}

/**
 * The edits change only the differences to `next`, so comments, formatting and a clear comparison remain. The update is
 * a new text when the file is missing or has no single meaning.
 */
export function updateOf(
  document: PolicyDocument | undefined,
  spelling: Spelling,
  next: JsonObject,
): TextUpdate {
  return document?.range && !document.hasFatalProblem
    ? updatePolicyText(document, next)
    : writePolicyText(next, spelling);
}

/** The text after the update. */
export function updatedText(
  document: PolicyDocument | undefined,
  spelling: Spelling,
  next: JsonObject,
): string {
  return textAfter(document?.text ?? '', updateOf(document, spelling, next));
}

/** A round can reveal more fields or rules whose aliases have to be written out; this limit ends the search. */
const MAX_ROUNDS = 6;

/**
 * The edits bring a policy file to `next`. Rules that compare equal for its kind keep their bytes, and moved rules
 * keep their comments. Changed rules are edited field by field. Aliases of a changed or removed anchor are written out.
 * A file without a value (broken, or not a policy) is rewritten with its comments. A file is also rewritten when edits
 * do not give exactly `next`. Every difference counts without a kind.
 */
export function updatePolicyText(document: PolicyDocument, next: JsonObject): TextEdit[] {
  const { kind } = document;
  const before = kind ? valueSharingRules(document, kind, next) : document.value();
  const target = kind && before ? withOwnFields(before, next, documentFormOf(kind)) : next;
  if (before && (before.size === 0 || target.size === 0) && sameValue(before, target)) {
    return [];
  }
  const edits = before && before.size > 0 && target.size > 0 && mergedEdits(document, before, target);
  if (edits) {
    return edits;
  }
  const text = rewrittenText(document, target);
  return [{ start: 0, end: document.length, text }];
}

/** Fields of the file alone stay in front, because anchors are written there. */
function withOwnFields(before: JsonObject, next: JsonObject, form: Form): JsonObject {
  const own = [...before].filter(([key]) => isOwnField(key, form) && !next.has(key));
  return own.length === 0 ? next : new Map([...own, ...next]);
}

/**
 * The edits are undefined when they cannot give exactly `next`. A round edits fields in place; the next one rewrites each
 * rule and each policy-level field that then differs, because its value came through an anchor that changed.
 */
function mergedEdits(document: PolicyDocument, before: JsonObject, next: JsonObject): TextEdit[] | undefined {
  const rewritten = new Set<string>();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { size } = rewritten;
    for (const closed of closings[document.spelling]) {
      const edits = mergeEdits(document, closed, before, next, rewritten);
      const after = rereadPolicy(document, edits);
      if (hasData(after, next)) {
        const kept = keptComments(document, after, next, matchOf(document.kind));
        return kept.length === 0 ? edits : [textChange(document.text, applyEdits(after.text, kept))];
      }
      if (closed || document.spelling === 'json') {
        differences(after, next).forEach((part) => rewritten.add(part));
      }
    }
    if (rewritten.size === size) {
      return undefined;
    }
  }
  return undefined;
}

const ruleKey = (key: string, place: number): string => `${key} ${place}`;

/** The fields (by key) and rules (by key and place) that differ from `next`. */
function differences(after: PolicyDocument, next: JsonObject): string[] {
  const form = after.kind && documentFormOf(after.kind);
  const members = new Map(after.members().map((member) => [member.key, member]));
  return Array.from(next).flatMap(([key, value]) => {
    const rules = after.array(key)?.rules;
    const list = form?.members?.get(key);
    if (rules && isJsonArray(value)) {
      return value.flatMap((rule, place) =>
        sameRule(rules[place]?.value() ?? null, rule, list) ? [] : [ruleKey(key, place)],
      );
    }
    const member = members.get(key);
    return sameMember(key, member && valueOfNode(member.value), value, form) ? [] : [key];
  });
}

function hasData(after: PolicyDocument, next: JsonObject): boolean {
  const { kind } = after;
  return kind ? documentHash(after, kind) === canonicalHash(kind, next) : sameValue(after.value(), next);
}

function mergeEdits(
  document: PolicyDocument,
  closed: boolean,
  before: JsonObject,
  next: JsonObject,
  rewritten: ReadonlySet<string>,
): TextEdit[] {
  const { kind } = document;
  const form = kind && documentFormOf(kind);
  const inner = (step: string | number): MergeOptions => {
    const key = String(step);
    const isRewritten = rewritten.has(key);
    return document.array(key)
      ? {
          isRewritten,
          match: matchOf(kind, form?.members?.get(key)),
          inner: (place) => ({ isRewritten: rewritten.has(ruleKey(key, Number(place))) }),
        }
      : { isRewritten };
  };
  return joinEdits(mergeValue(rootSpot(document, closed), before, next, form, { inner }));
}

/** The match is the most likely origin of each rule of a list. */
function matchOf(kind: PolicyKind | undefined, form?: Form): Match {
  return (before, next) => (kind ? guessMatch(kind, before, next) : matchItems(before, next, form));
}

/** The policy file is rewritten with its comments: see `keptComments`. */
function rewrittenText(document: PolicyDocument, next: JsonObject): string {
  const { spelling, kind } = document;
  const text = writePolicyText(next, spelling).replaceAll('\n', document.lineBreak);
  const fresh = readPolicyText(text, spelling, kind);
  return applyEdits(text, keptComments(document, fresh, next, matchOf(kind)));
}

/**
 * The text of a new policy file. Reading it back gives the identical value: key order and number lexemes are kept, and in
 * YAML every string is quoted that some reader could take for something else.
 */
export function writePolicyText(value: JsonObject, spelling: Spelling): string {
  return `${spelling === 'json' ? writeJson(value, { indent: 2 }) : yamlLines(value, '').join('\n')}\n`;
}

/** The text of any value. In YAML, a value other than an object becomes the field `items`, so that the document is an object. */
export function writeValueText(value: JsonValue, spelling: Spelling): string {
  return spelling === 'json'
    ? `${writeJson(value, { indent: 2 })}\n`
    : writePolicyText(isJsonObject(value) ? value : new Map([['items', value]]), spelling);
}
