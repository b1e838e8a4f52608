import type { Field } from '../schema/field.ts';
import type { FixValue } from './finding.ts';
import { isPlain } from '../../util/plainRecord.ts';

/**
 * The result is a likely value of the right type. Examples are 30 for `"30"`, true for `yes`, and `[{name: "All"}]` for
 * the collections `All`. It is undefined when the intent is unclear or the field rejects the value. `written` is the
 * text of a number, true or false, which keeps details of the spelling (`007`, `1.10`).
 */
export function likelyValue(
  types: readonly string[],
  value: unknown,
  field: Field | undefined,
  written: string | undefined,
): FixValue | undefined {
  if (typeof value === 'string') {
    if (types.includes('boolean')) {
      // Other readers of YAML take these words for true and false.
      const [, yes, no] = /^(?:(true|yes|on|y)|(false|no|off|n))$/i.exec(value.trim()) ?? [];
      return yes === undefined && no === undefined ? undefined : yes !== undefined;
    }
    if (types.includes('integer') && /^-?\d{1,15}$/.test(value)) {
      return Number(value);
    }
    if (types.includes('number') && /^-?\d{1,15}(\.\d{1,6})?$/.test(value)) {
      return Number(value);
    }
    if (types.includes('object')) {
      // A collection is the only object that its name alone identifies.
      return field?.schema.title === 'Collection' && value.trim() !== '' ? { name: value } : undefined;
    }
  }
  if (types.includes('string') && written !== undefined) {
    return field?.schema.enum?.includes(written) === false || field?.schema.pattern ? undefined : written;
  }
  return types.includes('array') ? likelyList(value, field?.item, written) : undefined;
}

/** The value is one entry, where the field is a list of such entries. */
function likelyList(
  value: unknown,
  item: Field | undefined,
  written: string | undefined,
): FixValue | undefined {
  const types = [item?.schema.type ?? []].flat();
  // An object is put into a list as it is written.
  if (value === null || item === undefined || isPlain(value)) {
    return undefined;
  }
  if (takes(item, value)) {
    return [value as FixValue];
  }
  const entry = likelyValue(types, value, item, written);
  return entry === undefined ? undefined : [entry];
}

/** The test covers the type and the allowed words of a field; it ignores the contents of an object. */
export function takes(field: Field | undefined, value: unknown): boolean {
  if (!field || value === null) {
    return true;
  }
  const { type, enum: words, pattern } = field.schema;
  const types = [type ?? []].flat();
  if (words && !words.includes(value as string)) {
    return false;
  }
  if (types.length === 0) {
    return true;
  }
  if (typeof value === 'string') {
    return types.includes('string') && (pattern === undefined || new RegExp(pattern).test(value));
  }
  if (typeof value === 'number') {
    return types.includes('number') || (types.includes('integer') && Number.isInteger(value));
  }
  if (isPlain(value)) {
    return (
      types.includes('object') && Object.keys(value).every((key) => takes(field.member(key), value[key]))
    );
  }
  return Array.isArray(value)
    ? types.includes('array') && value.every((entry) => entry !== null && takes(field.item, entry))
    : types.includes(typeof value);
}
