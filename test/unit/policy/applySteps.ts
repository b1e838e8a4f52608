import assert from 'node:assert/strict';
import type { PolicyKind } from '../../../src/core/policy/families.ts';
import {
  arrayAt,
  isJsonArray,
  isJsonObject,
  JsonNumber,
  type JsonObject,
  type JsonValue,
} from '../../../src/core/json/json.ts';
import { writeJson } from '../../../src/core/json/writeJson.ts';
import type { PlanStep } from '../../../src/core/policy/ruleDiff.ts';
import type { FieldChange } from '../../../src/core/policy/fieldChanges.ts';

/** Does what the steps say to `before`; only the content of added rules comes from `after`. */
export function applySteps(
  kind: PolicyKind,
  before: JsonObject,
  after: JsonObject,
  steps: readonly PlanStep[],
): JsonObject {
  let result: JsonObject = new Map(before);
  for (const { key } of kind.arrays) {
    const own = steps.filter((step) => step.kind !== 'document' && step.array === key);
    result = new Map([...result, [key, applyToArray(arrayAt(before, key), arrayAt(after, key), own)]]);
  }
  for (const step of steps) {
    if (step.kind === 'document') {
      result = applyFields(result, step.fields) as JsonObject;
    }
  }
  return result;
}

function applyToArray(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  steps: readonly PlanStep[],
): JsonValue[] {
  const left = new Set(before.keys());
  const placed = new Map<number, JsonValue>();
  for (const step of steps) {
    if (step.kind === 'remove') {
      left.delete(step.from);
    } else if (step.kind === 'move') {
      left.delete(step.from);
      placed.set(step.to, before[step.from] as JsonValue);
    } else if (step.kind === 'add') {
      placed.set(step.to, after[step.to] as JsonValue);
    }
  }
  const rest = [...left].sort((a, b) => a - b).map((from) => before[from] as JsonValue);
  const result: JsonValue[] = [];
  while (rest.length > 0 || placed.has(result.length)) {
    result.push(
      placed.has(result.length) ? (placed.get(result.length) as JsonValue) : (rest.shift() as JsonValue),
    );
  }
  assert.equal(
    result.length,
    before.length +
      steps.filter((s) => s.kind === 'add').length -
      steps.filter((s) => s.kind === 'remove').length,
  );
  for (const step of steps) {
    if (step.kind === 'rename') {
      result[step.to] = new Map([...(result[step.to] as JsonObject), ['name', step.rule]]);
    } else if (step.kind === 'change') {
      result[step.to] = applyFields(result[step.to] as JsonValue, step.fields);
    }
  }
  return result;
}

function applyFields(value: JsonValue, fields: readonly FieldChange[]): JsonValue {
  return fields.reduce<JsonValue>(
    (current, field) => setAt(current, segments(field.path), field.after) ?? null,
    value,
  );
}

interface Segment {
  readonly key: string;
  readonly bracket: boolean;
}

function segments(path: string): Segment[] {
  const result: Segment[] = [];
  const piece = /\.?([\w$-]+)|\[("(?:[^"\\]|\\.)*"|[^\]]*)\]/gy;
  while (piece.lastIndex < path.length) {
    const match = piece.exec(path);
    assert.ok(match, `not a path: ${path}`);
    result.push({ key: match[1] ?? match[2] ?? '', bracket: match[1] === undefined });
  }
  return result;
}

const keys: ReadonlyMap<string, string> = new Map([
  ['vulnerabilities', 'id'],
  ['cveRules', 'id'],
  ['tags', 'name'],
  ['networkEntities', '_id'],
  ['applicationsSpec', 'appID'],
]);

function setAt(
  value: JsonValue | undefined,
  path: readonly Segment[],
  to: JsonValue | undefined,
  keyedBy = '',
): JsonValue | undefined {
  const [head, ...rest] = path;
  if (!head) {
    return keyedBy === 'collections' && isJsonArray(to)
      ? to.map((name) => (typeof name === 'string' ? new Map([['name', name]]) : name))
      : to;
  }
  if (isJsonArray(value)) {
    assert.ok(head.bracket);
    const by = keys.get(keyedBy);
    const at = by
      ? value.findIndex((item) => isJsonObject(item) && [...spellings(item.get(by))].includes(head.key))
      : Number(head.key);
    const next = setAt(value[at], rest, to);
    if (at < 0 || next === undefined) {
      return next === undefined ? value.filter((_, index) => index !== at) : [...value, next];
    }
    return value.with(at, next);
  }
  assert.ok(isJsonObject(value), `no object at ${JSON.stringify(path)}`);
  const key = head.bracket ? (JSON.parse(head.key) as string) : head.key;
  const next = setAt(value.get(key), rest, to, key);
  const copy = new Map(value);
  if (next === undefined) {
    copy.delete(key);
  } else {
    copy.set(key, next);
  }
  return copy;
}

function spellings(key: JsonValue | undefined): string[] {
  if (key instanceof JsonNumber) {
    return [key.lexeme];
  }
  return typeof key === 'string' ? [key, writeJson(key)] : [];
}
