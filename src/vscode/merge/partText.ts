import { readPolicyText } from '../../core/document/reading/readPolicy.ts';
import { writePolicyText } from '../../core/document/updatedText.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import { arrayAt, isJsonObject, stringAt, type JsonObject } from '../../core/json/json.ts';
import type { Spelling } from '../../core/policy/policyFile.ts';
import { ExpectedError } from '../../core/util/errors.ts';

/** A policy with one rule in `array`. Without `array`, the policy has the policy-level fields only. */
export function partText(
  part: JsonObject | undefined,
  array: string | undefined,
  spelling: Spelling,
): string {
  const policy =
    array === undefined ? (part ?? new Map()) : new Map([[array, part === undefined ? [] : [part]]]);
  return writePolicyText(policy, spelling);
}

/**
 * Reads such a text; undefined when its list is empty. Throws ExpectedError `not-one-rule`, `no-name` or
 * `unreadable-part`.
 */
export function readPart(
  text: string,
  array: string | undefined,
  spelling: Spelling,
  kind: PolicyKind,
): JsonObject | undefined {
  const document = readPolicyText(text, spelling, kind);
  const value = document.value();
  const [problem] = document.problems;
  if (!value || problem) {
    throw new ExpectedError('unreadable-part', problem?.message ?? 'This is not a policy.');
  }
  if (array === undefined) {
    return value;
  }
  const [rule, ...others] = arrayAt(value, array);
  if (others.length > 0 || (rule !== undefined && !isJsonObject(rule))) {
    throw new ExpectedError('not-one-rule', `There has to be one rule below ${array}, or none.`);
  }
  if (rule && !stringAt(rule, 'name')) {
    throw new ExpectedError('no-name', 'The rule has no name.');
  }
  return rule;
}
