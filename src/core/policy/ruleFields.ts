import { policyFields, ruleFields } from '../../generated/fieldTables.ts';
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
