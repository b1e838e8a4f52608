import { arrayAt, isJsonObject, type JsonObject } from '../../src/core/json/json.ts';
import type { PolicyName } from '../../src/core/policy/families.ts';
import type { SandboxState } from '../../src/sandbox/sandboxState.ts';

/** Replaces one rule array of a live policy by the result of `change`, as another person would. */
export function editRules(
  { policies }: SandboxState,
  name: PolicyName,
  change: (rules: readonly JsonObject[]) => readonly JsonObject[],
  array = 'rules',
): void {
  const document = policies.get(name);
  const rules = change(arrayAt(document, array).filter(isJsonObject));
  policies.replace(name, new Map(document).set(array, rules));
}
