/**
 * Lossless JSON. Objects are maps, so `__proto__` and number-like keys are ordinary keys in their written
 * order. Numbers keep their written characters.
 */
export class JsonNumber {
  readonly lexeme: string;

  constructor(lexeme: string) {
    this.lexeme = lexeme;
  }

  /** The nearest double; may be infinite for a lexeme such as `1e400`. */
  get value(): number {
    return Number(this.lexeme);
  }
}

export type JsonObject = ReadonlyMap<string, JsonValue>;
export type JsonArray = readonly JsonValue[];
export type JsonValue = null | boolean | string | JsonNumber | JsonArray | JsonObject;

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return value instanceof Map;
}

export function isJsonArray(value: JsonValue | undefined): value is JsonArray {
  return Array.isArray(value);
}

/** The string at `key`, or undefined when it is absent or another type. */
export function stringAt(object: JsonObject, key: string): string | undefined {
  const value = object.get(key);
  return typeof value === 'string' ? value : undefined;
}

/**
 * The array at `key`; absent, null and other values count as empty, because consoles answer `null` for empty
 * lists.
 */
export function arrayAt(object: JsonObject, key: string): JsonArray {
  const value = object.get(key);
  return isJsonArray(value) ? value : [];
}

/**
 * Converts plain data to a lossless value, with the number format of JavaScript. Undefined fields are
 * omitted.
 */
export function fromPlain(plain: unknown): JsonValue {
  if (plain === null || typeof plain === 'boolean' || typeof plain === 'string') {
    return plain;
  }
  if (typeof plain === 'number') {
    return new JsonNumber(JSON.stringify(plain));
  }
  if (Array.isArray(plain)) {
    return plain.map(fromPlain);
  }
  if (typeof plain === 'object') {
    return new Map(
      Object.entries(plain)
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => [key, fromPlain(value)]),
    );
  }
  throw new TypeError(`not JSON data: ${typeof plain}`);
}

/**
 * Converts to plain data as `JSON.parse` makes it, for validators and display. Validators read ordinary objects
 * several times faster than objects without a prototype.
 */
export function toPlain(value: JsonValue): unknown {
  if (value instanceof JsonNumber) {
    return value.value;
  }
  if (isJsonArray(value)) {
    return value.map(toPlain);
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const plain: Record<string, unknown> = {};
  for (const [key, member] of value) {
    if (key === '__proto__') {
      const own = { enumerable: true, configurable: true, writable: true };
      Object.defineProperty(plain, key, { ...own, value: toPlain(member) });
    } else {
      plain[key] = toPlain(member);
    }
  }
  return plain;
}
