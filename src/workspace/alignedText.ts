import { writePolicyText } from '../language/writePolicy.ts';
import type { PolicyKind } from '../model/families.ts';
import type { JsonObject } from '../model/json.ts';
import type { Spelling } from '../model/policyFile.ts';

/** The text of `value` as pull writes it, so that a diff against the working copy shows little but what differs. */
export function alignedText(
  _copy: { readonly text: string } | undefined,
  spelling: Spelling,
  _kind: PolicyKind,
  value: JsonObject,
): string {
  return writePolicyText(value, spelling);
}
