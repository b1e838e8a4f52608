import {
  arrayAt,
  isJsonArray,
  isJsonObject,
  JsonNumber,
  type JsonArray,
  type JsonObject,
} from '../../json/json.ts';
import { canBlock, type PolicyKind } from '../../policy/families.ts';
import { severityLevels } from '../../policy/severities.ts';
import { isReadable } from './uncompared.ts';

/** The lowest severity with an action. Infinity means never, and not a number means that it cannot be read. */
export interface Thresholds {
  readonly alertFrom: number;
  readonly blockFrom: number;
}

/** A rule without thresholds alerts on everything. A value of zero does the same, because only the flags count. */
export function thresholdsOf(kind: PolicyKind, rule: JsonObject): Thresholds {
  return {
    alertFrom: thresholdAt(rule, 'alertThreshold', 'disabled', true),
    blockFrom: canBlock(kind) ? thresholdAt(rule, 'blockThreshold', 'enabled', false) : Infinity,
  };
}

/** Returns the thresholds of the rule, and of each type of packages with its own. */
export function allThresholds(kind: PolicyKind, rule: JsonObject): readonly Thresholds[] {
  return [rule, ...arrayAt(rule, 'pkgTypesThresholds').filter(isJsonObject)].map((holder) =>
    thresholdsOf(kind, holder),
  );
}

/** `off` is the value of the flag that switches the threshold off. */
function thresholdAt(rule: JsonObject, key: string, flag: string, off: boolean): number {
  const threshold = readableObjectAt(rule, key);
  const isSet = threshold && flagAt(threshold, flag);
  return threshold === undefined || isSet === undefined
    ? Number.NaN
    : isSet === off
      ? Infinity
      : numberAt(threshold, 'value');
}

/** Days of grace of low severities count for all lower severities. */
export const severities = Object.entries({ ...severityLevels, low: 0 });

/** The days before a block begins, for each of `severities`. Not a number means that they cannot be read. */
export type Grace = readonly number[];

export function graceOf(rule: JsonObject): Grace {
  const days = readableObjectAt(rule, 'graceDaysPolicy');
  const isBySeverity = days && flagAt(days, 'enabled');
  const ofAll = isBySeverity === undefined ? Number.NaN : numberAt(rule, 'graceDays');
  return severities.map(([severity]) => (isBySeverity ? numberAt(days, severity) : ofAll));
}

export function hasGrace(grace: Grace): boolean {
  return !grace.every((days) => days <= 0);
}

/** Empty where the field is absent; undefined where it has another type. */
export function readableObjectAt(object: JsonObject, key: string): JsonObject | undefined {
  const value = object.get(key) ?? new Map<string, never>();
  return isJsonObject(value) ? value : undefined;
}

/** Empty where the field is absent; undefined where it has another type. */
export function readableListAt(object: JsonObject, key: string): JsonArray | undefined {
  const value = object.get(key) ?? [];
  return isJsonArray(value) ? value : undefined;
}

/** Undefined where the field is neither true nor false; absent means false. */
export function flagAt(object: JsonObject, key: string): boolean | undefined {
  const value = object.get(key) ?? false;
  return typeof value === 'boolean' ? value : undefined;
}

/** Zero where the field is absent. */
function numberAt(object: JsonObject, key: string): number {
  const value = object.get(key) ?? null;
  if (value === null) {
    return 0;
  }
  return value instanceof JsonNumber && isReadable(value, 'number') ? value.value : Number.NaN;
}
