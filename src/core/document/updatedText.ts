import type { JsonObject } from '../json/json.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { Spelling } from '../policy/policyFile.ts';
import { inSlices } from '../util/inSlices.ts';
import { updatePolicySteps } from './mergeText.ts';
import type { PolicyDocument } from './policyDocument.ts';
import { applyEdits } from './text.ts';
import { writePolicySteps } from './writePolicy.ts';

/**
 * The text of a policy file that says `next`: the file with nothing edited but the differences, so that comments and formatting
 * survive, and a comparison of the two shows what differs and nothing else; a new text when there is no file, or none with a single
 * meaning. In slices: the document must not change any more.
 */
export async function updatedText(
  document: PolicyDocument | undefined,
  spelling: Spelling,
  kind: PolicyKind,
  next: JsonObject,
): Promise<string> {
  return document?.range && !document.problems.some(({ fatal }) => fatal)
    ? applyEdits(document.text, await inSlices(updatePolicySteps(document, next, kind)))
    : inSlices(writePolicySteps(next, spelling));
}
