import { entityForm, ruleForms } from '../../generated/fieldTables.ts';
import type { PolicyKind } from './families.ts';
import { isJsonObject, type JsonValue, sameValue } from '../json/json.ts';
import type { Form } from './fieldTypes.ts';

/** The console writes these fields with every change, and only some documents have them. */
const documentNoise: Form['noise'] = new Map([
  ['modified', 'dropped'],
  ['owner', 'dropped'],
]);

const entities: Form = { key: '_id', items: entityForm, isReferredTo: true };

export function ruleFormOf({ shape }: PolicyKind): Form {
  return ruleForms[shape];
}

export function documentFormOf(kind: PolicyKind): Form {
  const rules: Form = { items: ruleFormOf(kind) };
  return {
    noise: documentNoise,
    hasOwnFields: true,
    implied: new Map([
      ['_id', kind.identity.value],
      [kind.identity.field, kind.identity.value],
    ]),
    members: new Map([
      ...kind.arrays.map((array): [string, Form] => [array.key, rules]),
      ...(kind.isNetwork ? [['networkEntities', entities] as const] : []),
    ]),
  };
}

const zeroDate = /^0001-01-01T00:00:00(?:\.0+)?(?:Z|[+-]00:00)$/;

export function isZeroDate(text: string): boolean {
  return text.startsWith('0001-01-01T') && zeroDate.test(text);
}

const instant = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/;

/** Most dates already have this spelling; days that some months lack need the calendar check. */
const plainInstant = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/**
 * Returns the moment of an RFC 3339 date; undefined for the zero date and for any other text, which is not
 * guessed.
 */
export function momentOf(text: string): Date | undefined {
  const isMoment = instant.test(text) && isDay(text) && !isZeroDate(text);
  const moment = new Date(isMoment ? text : Number.NaN);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** JavaScript reads the 30th of February as the 2nd of March, so the calendar is checked. */
function isDay(text: string): boolean {
  const day = text.slice(0, 10);
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** Returns one spelling per instant; a text that is not an RFC 3339 date stays unchanged. */
export function exactDate(text: string): string {
  if (text.length === 20 && plainInstant.test(text)) {
    return text;
  }
  const match = instant.exec(text);
  const time = match && isDay(text) ? Date.parse(`${match[1]}${match[3]}`) : Number.NaN;
  if (!match || Number.isNaN(time)) {
    return text;
  }
  const seconds = new Date(time).toISOString();
  if (seconds.length !== 24) {
    return text;
  }
  const fraction = (match[2] ?? '').replace(/(?<!0)0+$/, '');
  return `${seconds.slice(0, 19)}${fraction && `.${fraction}`}Z`;
}

/** The field belongs to the file alone, so it is never sent or compared. */
export function isOwnField(key: string, form: Form | undefined): boolean {
  return form?.hasOwnFields === true && key.startsWith('x-');
}

/** The field does not count, independent of its value. */
export function isNoise(key: string, form: Form | undefined): boolean {
  return form?.noise?.has(key) === true || isOwnField(key, form);
}

/** The field does not count, either always or because of its value. */
export function isImplied(key: string, value: JsonValue, form: Form | undefined): boolean {
  const implied = form?.implied?.get(key);
  return isNoise(key, form) || (implied !== undefined && sameValue(value, implied));
}

/** Returns the value of a field; undefined where it counts as absent. */
export function countedValue(
  key: string,
  value: JsonValue | undefined,
  form: Form | undefined,
): JsonValue | undefined {
  return value === undefined || isImplied(key, value, form) ? undefined : value;
}

/** Returns the only part of a collection that counts; undefined when it has no name. */
export function collectionName(value: JsonValue): string | undefined {
  const name = isJsonObject(value) ? value.get('name') : undefined;
  return typeof name === 'string' ? name : undefined;
}
