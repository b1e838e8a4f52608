import { updatePolicyText } from '../language/mergeText.ts';
import { applyEdits } from '../language/text.ts';
import { writePolicyText } from '../language/writePolicy.ts';
import type { PolicyKind } from '../model/families.ts';
import type { JsonObject } from '../model/json.ts';
import type { Spelling } from '../model/policyFile.ts';
import type { WorkingDocument } from './readWorkingCopy.ts';

/**
 * The text of a policy file that says `next`: the file with nothing edited but the differences, so that comments and
 * formatting survive; a new text when there is no file, or none with a single meaning.
 */
export function updatedText(
  kind: PolicyKind,
  file: WorkingDocument | undefined,
  next: JsonObject,
  spelling: Spelling,
): string {
  return file?.value
    ? applyEdits(file.copy.text, updatePolicyText(file.document, next, kind))
    : writePolicyText(next, file?.copy.spelling ?? spelling);
}
