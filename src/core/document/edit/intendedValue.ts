import { isJsonArray, isJsonObject, type JsonArray, type JsonValue } from '../../json/json.ts';
import type { NodePath } from '../syntaxNode.ts';

/** The data with another value at `path`. Missing objects on the way are made; a number past the end appends. */
export function valueWith(whole: JsonValue | undefined, path: NodePath, value: JsonValue): JsonValue {
  const [step, ...rest] = path;
  if (step === undefined) {
    return value;
  }
  if (typeof step === 'string') {
    const object = isJsonObject(whole) ? whole : new Map<string, JsonValue>();
    return new Map([...object, [step, valueWith(object.get(step), rest, value)]]);
  }
  const array = isJsonArray(whole) ? whole : [];
  return array.toSpliced(step, 1, valueWith(array[step], rest, value));
}

/** The result has another key for the field at `path`, in the same place. A path without a field changes nothing. */
export function valueRenamed(whole: JsonValue, path: NodePath, key: string): JsonValue {
  return valueChanged(whole, path.slice(0, -1), (holder) =>
    isJsonObject(holder)
      ? new Map(Array.from(holder, ([name, value]) => [name === path.at(-1) ? key : name, value]))
      : holder,
  );
}

/** The result is the data without the value at `path`; a path without a value changes nothing. */
export function valueWithout(whole: JsonValue, path: NodePath): JsonValue {
  const step = path.at(-1);
  return valueChanged(whole, path.slice(0, -1), (holder) =>
    valueAt(holder, step) === undefined
      ? holder
      : isJsonObject(holder)
        ? new Map([...holder].filter(([key]) => key !== step))
        : (holder as JsonArray).toSpliced(Number(step), 1),
  );
}

/** The data with what `change` makes of the value at `path`; the same data when nothing is there. */
export function valueChanged(
  whole: JsonValue,
  path: NodePath,
  change: (value: JsonValue) => JsonValue,
): JsonValue {
  const [step, ...rest] = path;
  const inner = valueAt(whole, step);
  return step === undefined
    ? change(whole)
    : inner === undefined
      ? whole
      : valueWith(whole, [step], valueChanged(inner, rest, change));
}

export function valueAt(
  whole: JsonValue | undefined,
  step: string | number | undefined,
): JsonValue | undefined {
  if (typeof step === 'string') {
    return isJsonObject(whole) ? whole.get(step) : undefined;
  }
  return step !== undefined && isJsonArray(whole) ? whole[step] : undefined;
}
