import { isJsonArray, isJsonObject, JsonNumber, type JsonArray, type JsonObject } from '../../json/json.ts';
import { canBlock, type PolicyKind } from '../../policy/families.ts';
import { severityLevels } from '../../policy/severities.ts';
import { isReadable } from './uncompared.ts';

/** The severity from which on something happens; never is infinity, and what cannot be read is not a number. */
export interface Thresholds {
  readonly alertFrom: number;
  readonly blockFrom: number;
}

/** Nothing said is an alert on everything, also where a value is zero: the flags decide. */
export function thresholdsOf(kind: PolicyKind, rule: JsonObject): Thresholds {
  return {
    alertFrom: thresholdAt(rule, 'alertThreshold', 'disabled', true),
    blockFrom: canBlock(kind) ? thresholdAt(rule, 'blockThreshold', 'enabled', false) : Infinity,
  };
}

/** `off`: what the flag says where the threshold is never met. */
function thresholdAt(rule: JsonObject, key: string, flag: string, off: boolean): number {
  const threshold = readableObjectAt(rule, key);
  const isSet = threshold && flagAt(threshold, flag);
  return threshold === undefined || isSet === undefined
    ? Number.NaN
    : isSet === off
      ? Infinity
      : numberAt(threshold, 'value');
}

/** Days for which what is blocked is not blocked yet, by the severity from which on they count. */
export type Grace = readonly (readonly [from: number, days: number])[];

/** Days of grace of low severities count for everything below, too. */
export const severities = [
  [severityLevels.critical, 'critical'],
  [severityLevels.high, 'high'],
  [severityLevels.medium, 'medium'],
  [0, 'low'],
] as const;

export function graceOf(rule: JsonObject): Grace {
  const each = readableObjectAt(rule, 'graceDaysPolicy');
  const isEach = each && flagAt(each, 'enabled');
  return severities.map(([from, severity]) => [
    from,
    isEach === undefined ? Number.NaN : isEach ? numberAt(each, severity) : numberAt(rule, 'graceDays'),
  ]);
}

export function objectAt(object: JsonObject, key: string): JsonObject {
  return readableObjectAt(object, key) ?? new Map();
}

/** Empty where there is none; undefined where there is something else in its place. */
export function readableObjectAt(object: JsonObject, key: string): JsonObject | undefined {
  const value = object.get(key) ?? new Map<string, never>();
  return isJsonObject(value) ? value : undefined;
}

/** Empty where there is none; undefined where there is something else in its place. */
export function readableListAt(object: JsonObject, key: string): JsonArray | undefined {
  const value = object.get(key) ?? [];
  return isJsonArray(value) ? value : undefined;
}

/** Undefined where it is neither true nor false. */
export function flagAt(object: JsonObject, key: string): boolean | undefined {
  const value = object.get(key) ?? false;
  return typeof value === 'boolean' ? value : undefined;
}

/** Zero where there is none. */
function numberAt(object: JsonObject, key: string): number {
  const value = object.get(key) ?? null;
  if (value === null) {
    return 0;
  }
  return value instanceof JsonNumber && isReadable(value, 'number') ? value.value : Number.NaN;
}
