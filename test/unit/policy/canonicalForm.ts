import type { JsonValue } from '../../../src/core/json/json.ts';
import { parseJson } from '../../../src/core/json/jsonText.ts';
import { canonicalText } from '../../../src/core/policy/canonical.ts';
import { documentFormOf, ruleFormOf } from '../../../src/core/policy/comparisonForm.ts';
import type { PolicyKind } from '../../../src/core/policy/families.ts';

export function canonicalPolicy(kind: PolicyKind, value: JsonValue): JsonValue {
  return parseJson(canonicalText(value, documentFormOf(kind)));
}

export function canonicalRule(kind: PolicyKind, rule: JsonValue): JsonValue {
  return parseJson(canonicalText(rule, ruleFormOf(kind)));
}
