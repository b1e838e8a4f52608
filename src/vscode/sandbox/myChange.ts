import type { JsonObject, JsonValue } from '../../core/json/json.ts';
import { fromPlain, isJsonArray } from '../../core/json/json.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import { diffPolicies } from '../../core/policy/ruleDiff.ts';

/** A local change is a field that a colleague can change to a third value. */
export interface MyChange {
  readonly array: string;
  readonly rule: string;
  /** The path from the rule to the field. */
  readonly member: readonly string[];
  /** The local value. */
  readonly value: JsonValue;
}

/**
 * Finds a local change of a field that can have a third value, which excludes booleans. Prefers the rule
 * named `near`.
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
            : [
                {
                  array: step.array,
                  rule: step.rule,
                  member: path.split('.'),
                  value: valueInRule(path, after),
                },
              ],
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

/** The diff has the names of collections; the rule has objects. */
function valueInRule(path: string, value: JsonValue): JsonValue {
  return path === 'collections' && isJsonArray(value)
    ? value.map((name) => (typeof name === 'string' ? fromPlain({ name }) : name))
    : value;
}
