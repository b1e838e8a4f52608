import { PartedText, type TextItems } from '../util/partedText.ts';
import {
  isJsonArray,
  isJsonObject,
  JsonNumber,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from './json.ts';

/** Writes compact JSON, or with `indent` spaces per level; numbers by lexeme, keys in their order, no final line break. */
export function writeJson(value: JsonValue, options: { readonly indent?: number } = {}): string {
  const writer = new JsonWriter(options.indent ? ' '.repeat(options.indent) : '');
  writer.write(value, '\n');
  return writer.text();
}

/** As `writeJson`, in steps: each writes an item of a list in the object; true comes before a longer one. */
export function* writeJsonSteps(
  object: JsonObject,
  options: { readonly indent?: number } = {},
): Generator<true | void, string, void> {
  const parted = yield* writeJsonPartsSteps(object, options);
  // It is put together in one go.
  yield true;
  return parted.toString();
}

/** The same as the parts that it was written in, with where the items of lists in the object stand. */
export function* writeJsonPartsSteps(
  object: JsonObject,
  options: { readonly indent?: number } = {},
): Generator<void, PartedText, void> {
  const indent = ' '.repeat(options.indent ?? 0);
  const [outer, inner] = indent ? [`\n${indent}`, `\n${indent}${indent}`] : ['', ''];
  const written = (value: JsonValue, lineBreak: string): string => {
    const writer = new JsonWriter(indent);
    writer.write(value, lineBreak);
    return writer.text();
  };
  const parts: string[] = [];
  const items: TextItems = { starts: [], ends: [] };
  let last: string[] = [];
  let length = 0;
  const add = (text: string): void => {
    last.push(text);
    length += text.length;
  };
  let before = '{';
  for (const [key, value] of object) {
    add(`${before}${outer}${JSON.stringify(key)}:${indent && ' '}`);
    before = ',';
    if (!isJsonArray(value) || value.length === 0) {
      add(written(value, outer));
      continue;
    }
    for (const [index, item] of value.entries()) {
      add(`${index === 0 ? '[' : ','}${inner}`);
      items.starts.push(length);
      add(written(item, inner));
      items.ends.push(length);
      // What is put together of many small pieces is laid out piece by piece, and not at once when somebody reads it.
      if (last.length > PIECES) {
        parts.push(last.join(''));
        last = [];
      }
      yield;
    }
    add(`${outer}]`);
  }
  add(object.size === 0 ? '{}' : indent ? '\n}' : '}');
  return new PartedText([...parts, last.join('')], items);
}

const PIECES = 64;

/** Keys of one document are few; more than this are not remembered. */
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
