import { isJsonArray, isJsonObject, JsonNumber, type JsonValue } from '../../core/json/json.ts';
import { writeJson } from '../../core/json/writeJson.ts';
import type { PlanStep } from '../../core/policy/ruleDiff.ts';
import type { FieldChange } from '../../core/policy/fieldChanges.ts';

/** Steps as data for programs. An absent value has no field, and a secret has no value. */
export function stepsAsData(steps: readonly PlanStep[]): readonly object[] {
  return steps.map((step) => ('fields' in step ? { ...step, fields: step.fields.map(fieldAsData) } : step));
}

function fieldAsData({ path, before, after }: FieldChange): object {
  if (/(^|\.)plain$/.test(path)) {
    return { path, secret: true };
  }
  return { path, ...sidesAsData({ before, after }) };
}

/** The values of several sides; a side without a value has no field. */
export function sidesAsData(sides: Readonly<Record<string, JsonValue | undefined>>): object {
  return Object.fromEntries(
    Object.entries(sides).flatMap(([side, value]) =>
      value === undefined ? [] : [[side, valueAsData(value)]],
    ),
  );
}

/** Keeps a number as it is written, because not every number is a double. */
const { rawJSON } = JSON as typeof JSON & { rawJSON(this: void, text: string): unknown };

/** A value that will be sealed must not be readable. */
export function valueAsData(value: JsonValue): unknown {
  if (isJsonArray(value)) {
    return value.map(valueAsData);
  }
  if (value instanceof JsonNumber) {
    return rawJSON(writeJson(value));
  }
  return isJsonObject(value)
    ? Object.fromEntries(
        [...value].map(([key, member]) => [
          key,
          key === 'plain' && member !== '' ? '(secret)' : valueAsData(member),
        ]),
      )
    : value;
}
