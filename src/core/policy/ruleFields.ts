import { policyFields, ruleFields } from '../../generated/fieldTables.ts';
import { pathSteps } from '../json/memberPath.ts';
import type { PolicyShape } from './families.ts';
import type { RuleField } from './fieldTypes.ts';

/** The fields of the rules of a kind. */
export function ruleFieldsOf({ shape }: { readonly shape: PolicyShape }): RuleField {
  return ruleFields[shape];
}

/** The policy-level fields of a kind. */
export function policyFieldsOf({ shape }: { readonly shape: PolicyShape }): RuleField {
  return policyFields[shape];
}

/** Empty for a field that no schema describes. */
export function memberField({ members }: RuleField, key: string): RuleField {
  return members?.get(key) ?? {};
}

/** Returns false for a path to a field that no schema describes. An object without described fields may have any. */
export function isKnownPath(field: RuleField, path: string): boolean {
  let holder = field;
  for (const step of pathSteps(path)) {
    const { items, members } = holder;
    if (!items && !members) {
      return true;
    }
    if (!items && !members?.has(step)) {
      return false;
    }
    holder = items ?? memberField(holder, step);
  }
  return true;
}
