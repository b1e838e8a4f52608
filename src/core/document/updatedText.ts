import type { JsonObject } from '../json/json.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { Spelling } from '../policy/policyFile.ts';
import { updatePolicyText } from './mergeText.ts';
import type { PolicyDocument } from './policyDocument.ts';
import { applyEdits, type TextEdit } from './text.ts';
import { writePolicyText } from './writePolicy.ts';

/** What a file becomes: a text of its own, or edits of the text it has. */
export type TextUpdate = string | readonly TextEdit[];

export function textAfter(before: string, update: TextUpdate): string {
  return typeof update === 'string' ? update : applyEdits(before, update);
}

/**
 * What makes a policy file say `next`: edits of nothing but the differences, so that comments and formatting survive, and a
 * comparison of the two shows what differs and nothing else; a new text when there is no file, or none with a single
 * meaning.
 */
export function updateOf(
  document: PolicyDocument | undefined,
  spelling: Spelling,
  kind: PolicyKind,
  next: JsonObject,
): TextUpdate {
  return document?.range && !document.problems.some(({ fatal }) => fatal)
    ? updatePolicyText(document, next, kind)
    : writePolicyText(next, spelling);
}

/** The text it has then. */
export function updatedText(
  document: PolicyDocument | undefined,
  spelling: Spelling,
  kind: PolicyKind,
  next: JsonObject,
): string {
  return textAfter(document?.text ?? '', updateOf(document, spelling, kind, next));
}
