import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { memberField, type RuleField } from '../../policy/ruleFields.ts';

export type OffState = 'switch' | 'effect' | undefined;

/** Returns the reason why a part is off: its switch, or an effect that is its only field that counts. */
export function offState(field: RuleField, object: JsonObject): OffState {
  return isSwitchedOff(field, object) ? 'switch' : isOffByEffect(field, object) ? 'effect' : undefined;
}

/** A part without its `enabled` may be on or off. */
function isSwitchedOff({ off }: RuleField, object: JsonObject): boolean {
  const value = off && object.get(off.member);
  return off?.member === 'disabled'
    ? value === true && !object.has('effect')
    : off?.member === 'enabled' && isFlag(value) && value !== true;
}

function isOffByEffect(field: RuleField, object: JsonObject): boolean {
  return (
    object.get('effect') === 'disable' &&
    [...object.keys()].every((key) => {
      const member = memberField(field, key);
      return (
        key === 'effect' || member.governedBy === 'effect' || (!isKnown(member) && !isLookedInto(member))
      );
    })
  );
}

/** The fields that matter in a part that is off. */
export function restOf(field: RuleField, object: JsonObject, off: NonNullable<OffState>): JsonObject {
  const isSwitch = (key: string): boolean => off === 'switch' && (key === 'disabled' || key === 'enabled');
  return new Map([...unknownOf(field, object)].filter(([key]) => !isSwitch(key)));
}

/** Returns the fields of a part that Ordinance does not know, at any depth. */
export function unknownOf(field: RuleField, object: JsonObject): JsonObject {
  return new Map(
    [...object].flatMap(([key, value]): [string, JsonValue][] => {
      const member = memberField(field, key);
      if (isJsonObject(value) && isLookedInto(member)) {
        const rest = unknownOf(member, value);
        return rest.size > 0 ? [[key, rest]] : [];
      }
      return isKnown(member) || (key === 'disabled' && value !== true) ? [] : [[key, value]];
    }),
  );
}

function isKnown(field: RuleField): boolean {
  return field.key !== undefined || (field.compares !== undefined && !isLookedInto(field));
}

export function isLookedInto({ compares }: RuleField): boolean {
  return compares === 'inside' || compares === 'listed';
}

export function isFlag(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || typeof value === 'boolean';
}
