import type { PolicyKind } from '../../policy/families.ts';
import type { JsonObject } from '../../json/json.ts';
import { PolicyDocument } from '../policyDocument.ts';
import { applyEdits } from '../text.ts';
import { writePolicyText } from '../writePolicy.ts';
import { commentsOnTop, keptComments, type Match } from './keptComments.ts';

/**
 * A policy file written anew, with its comments: see `keptComments`. Where it is not known what they stood in, because the file
 * is broken, all stand on top.
 */
export function rewrittenText(
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
