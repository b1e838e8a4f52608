import { updatePolicyText } from '../document/mergeText.ts';
import { applyEdits } from '../document/text.ts';
import { writePolicyText } from '../document/writePolicy.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { JsonObject } from '../json/json.ts';
import type { Spelling } from '../policy/policyFile.ts';
import type { WorkingDocument } from './workingDocuments.ts';

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
    ? applyEdits(file.copy.text, updatePolicyText(file.copy.document, next, kind))
    : writePolicyText(next, file?.copy.spelling ?? spelling);
}
