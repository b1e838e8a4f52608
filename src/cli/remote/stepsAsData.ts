import { firstLines } from '../../core/util/firstLines.ts';
import { isJsonArray, isJsonObject, JsonNumber, type JsonValue } from '../../core/json/json.ts';
import { writeJson } from '../../core/json/writeJson.ts';
import type { FieldChange, PlanStep } from '../../core/policy/planStep.ts';

/** Steps for programs. A value that is absent has no member; a secret is not there. */
export function stepsAsData(steps: readonly PlanStep[]): readonly object[] {
  return steps.map((step) => ('fields' in step ? { ...step, fields: step.fields.map(fieldAsData) } : step));
}

function fieldAsData({ path, before, after }: FieldChange): object {
  if (/(^|\.)plain$/.test(path)) {
    return { path, secret: true };
  }
  return { path, ...sidesAsData({ before, after }) };
}

/** The values of several sides; a side without a value has no member. */
export function sidesAsData(sides: Readonly<Record<string, JsonValue | undefined>>): object {
  return Object.fromEntries(
    Object.entries(sides).flatMap(([side, value]) =>
      value === undefined ? [] : [[side, valueAsData(value)]],
    ),
  );
}

/** Writes a number as it is written: not every one is a double. */
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

/** Steps that are named; more are counted. */
const mostNamed = 5;

const verbs = { add: 'added', remove: 'removed', change: 'changed' } as const;

/** `: "a" was changed, "b" was removed`; empty where the changes are unknown. */
export function driftWords(changes: readonly PlanStep[] = []): string {
  const parts = firstLines(changes, mostNamed, changeWords, (more) => `and ${more} more`);
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}

export function changeWords(step: PlanStep): string {
  switch (step.kind) {
    case 'document':
      return 'policy-level fields were changed';
    case 'rename':
      return `${writeJson(step.previousName)} was renamed to ${writeJson(step.rule)}`;
    case 'move':
      return step.changedPlacesWith
        ? `${writeJson(step.rule)} and ${writeJson(step.changedPlacesWith.rule)} changed places`
        : `${writeJson(step.rule)} was moved`;
    case 'add':
    case 'remove':
    case 'change':
    default:
      return `${writeJson(step.rule)} was ${verbs[step.kind]}`;
  }
}
