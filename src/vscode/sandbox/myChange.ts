import type { JsonObject, JsonValue } from '../../core/json/json.ts';
import { fromPlain, isJsonArray } from '../../core/json/json.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import { diffPolicies } from '../../core/policy/ruleDiff.ts';

/** A local change is a field that a colleague can change to a third value. */
export interface MyChange {
  readonly array: string;
  readonly rule: string;
  /** The path starts at the rule. */
  readonly member: readonly string[];
  /** The value is the local one. */
  readonly value: JsonValue;
}

/**
 * The change is one since the base that has a third value, so a boolean is excluded. Changes of the rule named `near`
 * come first.
 */
export function myChange(
  kind: PolicyKind,
  base: JsonObject,
  mine: JsonObject,
  near?: string,
): MyChange | undefined {
  const changes = diffPolicies(kind, base, mine).steps.flatMap((step) =>
    step.kind === 'change'
      ? step.fields.flatMap(({ path, before, after }): MyChange[] =>
          after === undefined || typeof after === 'boolean' || before === undefined || !isPlain(path)
            ? []
            : [{ array: step.array, rule: step.rule, member: path.split('.'), value: written(path, after) }],
        )
      : [],
  );
  const usable = changes.filter(
    ({ member, value }) => !isJsonArray(value) || member.join() === 'collections',
  );
  return usable.find(({ rule }) => rule === near) ?? usable[0];
}

function isPlain(path: string): boolean {
  return /^\w+(?:\.\w+)*$/.test(path);
}

/** Collections are compared by their names. */
function written(path: string, value: JsonValue): JsonValue {
  return path === 'collections' && isJsonArray(value)
    ? value.map((name) => (typeof name === 'string' ? fromPlain({ name }) : name))
    : value;
}
