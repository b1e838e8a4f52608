import { PolicyDocument } from '../../core/document/policyDocument.ts';
import { writePolicyText } from '../../core/document/writePolicy.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import { arrayAt, isJsonObject, stringAt, type JsonObject } from '../../core/json/json.ts';
import type { Spelling } from '../../core/policy/policyFile.ts';
import { ExpectedError } from '../../core/util/errors.ts';

/** Documents in which a part of a policy is edited on its own; checked and completed as policy files are. */
export const resolutionScheme = 'ordinance-resolution';

/** Whether a document has one rule of a policy alone: where that stands in the policy it does not tell. */
export function isPart({ scheme }: { readonly scheme: string }): boolean {
  return scheme === resolutionScheme;
}

/** A policy that holds one rule of `array` and nothing else; without an array: the members of a policy outside its rules. */
export function partText(
  part: JsonObject | undefined,
  array: string | undefined,
  spelling: Spelling,
): string {
  const policy =
    array === undefined ? (part ?? new Map()) : new Map([[array, part === undefined ? [] : [part]]]);
  return writePolicyText(policy, spelling);
}

/** Reads such a text; undefined when its list is empty. Throws ExpectedError `not-one-rule`, or `unreadable-part`. */
export function readPart(
  text: string,
  array: string | undefined,
  spelling: Spelling,
  kind: PolicyKind,
): JsonObject | undefined {
  const document = PolicyDocument.read(text, spelling, kind);
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
