/** An object of unchecked JSON, as `JSON.parse` returns it. */
export type Plain = Readonly<Record<string, unknown>>;

export function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The list at `key`; anything else reads as empty. */
export function listAt(object: unknown, key: string): readonly unknown[] {
  const value = valueAt(object, key);
  return Array.isArray(value) ? value : [];
}

export function objectAt(object: unknown, key: string): Plain {
  const value = valueAt(object, key);
  return isPlain(value) ? value : {};
}

export function textAt(object: unknown, key: string): string | undefined {
  const value = valueAt(object, key);
  return typeof value === 'string' ? value : undefined;
}

/** The text at `key`, for lists of consoles, where an absent text is empty. */
export function textOrEmpty(object: unknown, key: string): string {
  return textAt(object, key) ?? '';
}

export function textsAt(object: unknown, key: string): readonly string[] {
  return listAt(object, key).filter((item) => typeof item === 'string');
}

export function numberAt(object: unknown, key: string): number | undefined {
  const value = valueAt(object, key);
  return typeof value === 'number' ? value : undefined;
}

/** A key of the prototype is no field of the object. */
function valueAt(object: unknown, key: string): unknown {
  return isPlain(object) && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The objects of a list. Consoles answer `null` or `{}` for an empty list. */
export function plainList(value: unknown): readonly Plain[] {
  return Array.isArray(value) ? value.filter(isPlain) : [];
}

/** The value of a JSON text; undefined for any other text. */
export function jsonIn(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The fields of a JSON object; none for any other text. */
export function fieldsIn(text: string | undefined): Plain {
  const value = jsonIn(text);
  return isPlain(value) ? value : {};
}
