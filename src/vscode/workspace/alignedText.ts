import { updatePolicyText } from '../../core/document/mergeText.ts';
import { PolicyDocument } from '../../core/document/policyDocument.ts';
import { applyEdits } from '../../core/document/text.ts';
import { writePolicyText } from '../../core/document/writePolicy.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import type { JsonObject } from '../../core/json/json.ts';
import type { Spelling } from '../../core/policy/policyFile.ts';

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
