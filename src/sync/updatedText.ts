import { writePolicyText } from '../language/writePolicy.ts';
import type { JsonObject } from '../model/json.ts';
import type { Spelling } from '../model/policyFile.ts';
import type { WorkingDocument } from './readWorkingCopy.ts';

/** The text of a policy file that says `next`. */
export function updatedText(file: WorkingDocument | undefined, next: JsonObject, spelling: Spelling): string {
  return writePolicyText(next, file?.copy.spelling ?? spelling);
}
