import { defined } from './defined.ts';
import { isPlain } from './plainRecord.ts';

/** Returns the value of a field; undefined for a value of another form. */
export type FieldReader<T> = (value: unknown) => T | undefined;

/** A field that a record may lack. A value of another form, as of a later version, leaves out only the field. */
interface OptionalField<T> {
  readonly optional: FieldReader<T>;
}

export type Fields = Readonly<Record<string, FieldReader<unknown> | OptionalField<unknown>>>;

/** A record with these fields. */
export type RecordOf<F extends Fields> = {
  readonly [K in keyof F as F[K] extends FieldReader<unknown> ? K : never]: F[K] extends FieldReader<infer T>
    ? T
    : never;
} & {
  readonly [K in keyof F as F[K] extends FieldReader<unknown> ? never : K]?: F[K] extends OptionalField<
    infer T
  >
    ? T
    : never;
};

/** Returns a record of JSON without its other fields; undefined without a necessary field. */
export function readFields<F extends Fields>(fields: F, value: unknown): RecordOf<F> | undefined {
  if (!isPlain(value)) {
    return undefined;
  }
  const members: Record<string, unknown> = {};
  for (const [key, field] of Object.entries<Fields[string]>(fields)) {
    // A key of the prototype is no field of the record.
    const member = Object.hasOwn(value, key) ? value[key] : undefined;
    members[key] = typeof field === 'function' ? field(member) : field.optional(member);
    if (typeof field === 'function' && members[key] === undefined) {
      return undefined;
    }
  }
  return defined(members) as RecordOf<F>;
}

/** Works like `readFields`, but returns undefined for a record with any other field or form. */
export function readExactly<F extends Fields>(fields: F, value: unknown): RecordOf<F> | undefined {
  const read = readFields(fields, value);
  return read && Object.keys(value as object).every((key) => Object.hasOwn(read, key)) ? read : undefined;
}

export function optional<T>(reader: FieldReader<T>): OptionalField<T> {
  return { optional: reader };
}

export function oneOf<T extends string>(...words: readonly T[]): FieldReader<T> {
  return (value) => words.find((word) => word === value);
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function texts(value: unknown): readonly string[] | undefined {
  return listOf(text)(value);
}

/** A SHA-256 in hexadecimal digits. */
export function hash(value: unknown): string | undefined {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value) ? value : undefined;
}

/** A list with only items of this form. */
export function listOf<T>(reader: FieldReader<T>): FieldReader<readonly T[]> {
  return (value) => {
    const items = Array.isArray(value) ? value.map(reader) : undefined;
    return items?.every((item) => item !== undefined) ? items : undefined;
  };
}
