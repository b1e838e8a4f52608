/** An object of unchecked JSON, as `JSON.parse` returns it. */
export type Plain = Readonly<Record<string, unknown>>;

export function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
