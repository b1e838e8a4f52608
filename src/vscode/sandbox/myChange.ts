import type { JsonObject, JsonValue } from '../../core/json/json.ts';
import { fromPlain, isJsonArray } from '../../core/json/json.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import { diffPolicies } from '../../core/policy/ruleDiff.ts';

/** A member that was changed here, of which a colleague can make something else again. */
export interface MyChange {
  readonly array: string;
  readonly rule: string;
  /** From the rule inwards. */
  readonly member: readonly string[];
  /** What it is here. */
  readonly value: JsonValue;
}

/** What was changed since the base and has a third value; that of the rule of this name first. Of a yes or no there is none. */
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
