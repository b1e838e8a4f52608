import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../json/json.ts';
import { type NodePath, valueOfNode } from '../syntaxNode.ts';
import type { PolicyDocument } from '../policyDocument.ts';
import type { IntendedDocument, IntendedRule } from './editFaults.ts';

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
  const [step, ...rest] = path;
  if (rest.length > 0) {
    const inner = valueAt(whole, step);
    return inner === undefined ? whole : valueWith(whole, [step!], valueRenamed(inner, rest, key));
  }
  return isJsonObject(whole)
    ? new Map(Array.from(whole, ([name, value]) => [name === step ? key : name, value]))
    : whole;
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

function valueAt(whole: JsonValue, step: string | number | undefined): JsonValue | undefined {
  if (typeof step === 'string') {
    return isJsonObject(whole) ? whole.get(step) : undefined;
  }
  return step !== undefined && isJsonArray(whole) ? whole[step] : undefined;
}

/** The result is the data without the value at `path`; a path without a value changes nothing. */
export function valueWithout(whole: JsonValue, path: NodePath): JsonValue {
  const [step, ...rest] = path;
  if (typeof step === 'string' && isJsonObject(whole)) {
    const inner = whole.get(step);
    if (inner === undefined) {
      return whole;
    }
    return rest.length === 0
      ? new Map([...whole].filter(([key]) => key !== step))
      : new Map([...whole, [step, valueWithout(inner, rest)]]);
  }
  if (typeof step === 'number' && isJsonArray(whole)) {
    const inner = whole[step];
    if (inner === undefined) {
      return whole;
    }
    return rest.length === 0 ? whole.toSpliced(step, 1) : whole.with(step, valueWithout(inner, rest));
  }
  return whole;
}

/** The data of the field that `path` goes through, or of all fields without a path. Other fields are null. */
export function valueAround(document: PolicyDocument, [top]: NodePath): JsonObject {
  return new Map(
    document.members().map((member) => {
      const { key, array } = member;
      if (top !== undefined && key !== top) {
        return [key, null];
      }
      return [key, array ? array.rules.map((rule) => rule.value()) : valueOfNode(member.node())];
    }),
  );
}

/** The fields of `before` that have the same value object in `next` stay as they are. */
export function intendedDocument(
  document: PolicyDocument,
  before: JsonObject,
  next: JsonObject,
): IntendedDocument {
  const lists = new Map<string, readonly IntendedRule[]>();
  const members = new Map<string, JsonValue | undefined>();
  for (const key of new Set([...before.keys(), ...next.keys()])) {
    const value = next.get(key);
    const old = document.array(key) ? before.get(key) : undefined;
    if (isJsonArray(old) && isJsonArray(value)) {
      lists.set(key, rulesOf(old, value));
    } else if (value === undefined || before.get(key) !== value) {
      members.set(key, value);
    }
  }
  return { lists, members };
}

/** Rules that are the same objects stay as they are. */
function rulesOf(old: JsonArray, next: JsonArray): IntendedRule[] {
  const places = new Map(old.map((rule, index) => [rule, index]));
  return next.map((rule) => (typeof rule === 'object' ? (places.get(rule) ?? rule) : rule));
}
