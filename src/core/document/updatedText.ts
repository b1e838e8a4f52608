import type { JsonObject } from '../json/json.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { Spelling } from '../policy/policyFile.ts';
import { updatePolicyText } from './mergeText.ts';
import type { PolicyDocument } from './policyDocument.ts';
import { applyEdits, type TextEdit } from './text.ts';
import { writePolicyText } from './writePolicy.ts';

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
