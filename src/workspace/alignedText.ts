import { updatePolicyText } from '../language/mergeText.ts';
import { PolicyDocument } from '../language/policyDocument.ts';
import { applyEdits } from '../language/text.ts';
import { writePolicyText } from '../language/writePolicy.ts';
import type { PolicyKind } from '../model/families.ts';
import type { JsonObject } from '../model/json.ts';
import type { Spelling } from '../model/policyFile.ts';

/**
 * The text of `value` as it would stand in the working copy: rules that are the same keep the bytes of the copy, so a
 * diff of the two shows what differs and nothing else. Without a copy, or with one that is broken, plainly written.
 */
export function alignedText(
  copy: { readonly text: string } | undefined,
  spelling: Spelling,
  kind: PolicyKind,
  value: JsonObject,
): string {
  return alignedTo(copy && PolicyDocument.read(copy.text, spelling, kind), spelling, kind, value);
}

/** The same for a copy that is parsed already. */
export function alignedTo(
  copy: PolicyDocument | undefined,
  spelling: Spelling,
  kind: PolicyKind,
  value: JsonObject,
): string {
  return copy?.value() === undefined
    ? writePolicyText(value, spelling)
    : applyEdits(copy.text, updatePolicyText(copy, value, kind));
}
