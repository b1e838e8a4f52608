import { isJsonObject, JsonNumber, type JsonObject } from '../../json/json.ts';
import { canBlock, type PolicyKind } from '../../policy/families.ts';

/** The severity from which on something happens; never is infinity. */
export interface Thresholds {
  readonly alertFrom: number;
  readonly blockFrom: number;
}

/** Nothing said is an alert on everything, also where a value is zero: the flags decide. */
export function thresholdsOf(kind: PolicyKind, rule: JsonObject): Thresholds {
  const [alert, block] = [objectAt(rule, 'alertThreshold'), objectAt(rule, 'blockThreshold')];
  return {
    alertFrom: alert.get('disabled') === true ? Infinity : numberAt(alert, 'value'),
    blockFrom: canBlock(kind) && block.get('enabled') === true ? numberAt(block, 'value') : Infinity,
  };
}

/** Days for which what is blocked is not blocked yet, by the severity from which on they count. */
export type Grace = readonly (readonly [from: number, days: number])[];

const severities = [
  [9, 'critical'],
  [7, 'high'],
  [4, 'medium'],
  [0, 'low'],
] as const;

export function graceOf(rule: JsonObject): Grace {
  const each = objectAt(rule, 'graceDaysPolicy');
  return severities.map(([from, severity]) => [
    from,
    each.get('enabled') === true ? numberAt(each, severity) : numberAt(rule, 'graceDays'),
  ]);
}

export function objectAt(object: JsonObject, key: string): JsonObject {
  const value = object.get(key);
  return isJsonObject(value) ? value : new Map();
}

function numberAt(object: JsonObject, key: string): number {
  const value = object.get(key);
  return value instanceof JsonNumber ? value.value : 0;
}
