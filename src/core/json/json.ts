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

const unescaped = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

/** JSON of a string. Most strings need no escapes, and this test takes less time than `JSON.stringify`. */
export function jsonString(text: string): string {
  return unescaped.test(text) ? `"${text}"` : JSON.stringify(text);
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

/** Compares exactly: numbers by lexeme, and object keys in any order. */
export function sameValue(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) {
    return true;
  }
  if (isJsonObject(a)) {
    return isJsonObject(b) && a.size === b.size && sameMembers(a, b);
  }
  if (isJsonArray(a)) {
    return isJsonArray(b) && a.length === b.length && sameItems(a, b);
  }
  return a instanceof JsonNumber && b instanceof JsonNumber && a.lexeme === b.lexeme;
}

/** A lookup makes no object, unlike each step of an iteration over pairs. */
function sameMembers(a: JsonObject, b: JsonObject): boolean {
  for (const key of a.keys()) {
    if (!sameValue(a.get(key), b.get(key))) {
      return false;
    }
  }
  return true;
}

function sameItems(a: JsonArray, b: JsonArray): boolean {
  for (let at = 0; at < a.length; at++) {
    if (!sameValue(a[at], b[at])) {
      return false;
    }
  }
  return true;
}

const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?)(\d+))?$/;

/**
 * Returns one spelling per exact decimal value as a JSON number. `1`, `1.0` and `1e0` give `1`; `0.10` gives
 * `1e-1`; both zeros give `0`. Big integers stay exact.
 */
export function exactNumber(lexeme: string): string {
  if (lexeme.length <= 21 && /^-?[1-9]\d*$/.test(lexeme)) {
    return lexeme;
  }
  const match = parts.exec(lexeme);
  if (!match) {
    return lexeme;
  }
  const [, sign = '', whole = '', fraction = '', exponentSign = '', writtenExponent = '0'] = match;
  const exponentDigits = writtenExponent.replace(/^0+(?=\d)/, '');
  const all = (whole + fraction).replace(/^0+/, '');
  const digits = all.replace(/(?<!0)0+$/, '');
  if (digits === '') {
    return '0';
  }
  if (exponentDigits.length > 100) {
    return `${sign}${digits}e${exponentSign === '-' ? '-' : ''}${exponentDigits}`;
  }
  const trailing = all.length - digits.length;
  const exponent = BigInt(exponentSign + exponentDigits) - BigInt(fraction.length - trailing);
  if (exponent >= 0n && exponent + BigInt(digits.length) <= 20n) {
    return sign + digits + '0'.repeat(Number(exponent));
  }
  return `${sign}${digits}e${exponent}`;
}
