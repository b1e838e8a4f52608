import type { PolicyKind } from '../../policy/families.ts';
import type { JsonObject } from '../../json/json.ts';
import { PolicyDocument } from '../policyDocument.ts';
import { applyEdits } from '../text.ts';
import { writePolicySteps } from '../writePolicy.ts';
import { commentsOnTop, keptComments, type Match } from './keptComments.ts';

/**
 * A policy file written anew, with its comments: see `keptComments`. Where it is not known what they stood in, because the file
 * is broken, all stand on top. In steps.
 */
export function* rewrittenText(
  document: PolicyDocument,
  next: JsonObject,
  kind: PolicyKind | undefined,
  match: Match,
): Generator<true | void, string, void> {
  const written = yield* writePolicySteps(next, document.spelling);
  const text = written.replaceAll('\n', document.lineBreak);
  const fresh = yield* PolicyDocument.readSteps(text, document.spelling, kind);
  const edits = (yield* document.valueSteps())
    ? yield* keptComments(document, fresh, next, match)
    : yield* commentsOnTop(document, fresh);
  return applyEdits(text, edits);
}
