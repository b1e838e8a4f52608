import {
  isJsonArray,
  isJsonObject,
  JsonNumber,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from './json.ts';

/**
 * Writes compact JSON, or with the `indent` of each level as for `JSON.stringify`. Numbers keep their lexeme and keys
 * their order; there is no final line break.
 */
export function writeJson(
  value: JsonValue,
  { indent = '' }: { readonly indent?: number | string } = {},
): string {
  const writer = new JsonWriter(typeof indent === 'number' ? ' '.repeat(indent) : indent);
  writer.write(value, '\n');
  return writer.text();
}

/** One document has few distinct keys; further keys are not cached. */
const KEYS = 1024;

class JsonWriter {
  readonly #indent: string;
  readonly #colon: string;
  readonly #keys = new Map<string, string>();
  #out = '';

  constructor(indent: string) {
    this.#indent = indent;
    this.#colon = indent ? ': ' : ':';
  }

  text(): string {
    return this.#out;
  }

  write(value: JsonValue, lineBreak: string): void {
    if (typeof value === 'string') {
      this.#out += JSON.stringify(value);
    } else if (value instanceof JsonNumber) {
      this.#out += value.lexeme;
    } else if (isJsonArray(value)) {
      this.#array(value, lineBreak);
    } else if (isJsonObject(value)) {
      this.#object(value, lineBreak);
    } else {
      this.#out += String(value);
    }
  }

  #array(array: JsonArray, lineBreak: string): void {
    const inner = this.#indent ? lineBreak + this.#indent : '';
    let before = `[${inner}`;
    for (const item of array) {
      this.#out += before;
      this.write(item, inner);
      before = `,${inner}`;
    }
    this.#out += array.length === 0 ? '[]' : `${this.#indent && lineBreak}]`;
  }

  #object(object: JsonObject, lineBreak: string): void {
    const inner = this.#indent ? lineBreak + this.#indent : '';
    let before = `{${inner}`;
    for (const [key, member] of object) {
      this.#out += before;
      this.#out += this.#key(key);
      this.write(member, inner);
      before = `,${inner}`;
    }
    this.#out += object.size === 0 ? '{}' : `${this.#indent && lineBreak}}`;
  }

  #key(key: string): string {
    let text = this.#keys.get(key);
    if (text === undefined) {
      text = JSON.stringify(key) + this.#colon;
      if (this.#keys.size < KEYS) {
        this.#keys.set(key, text);
      }
    }
    return text;
  }
}
