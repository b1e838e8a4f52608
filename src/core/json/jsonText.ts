import { ExpectedError } from '../util/errors.ts';
import { runToEnd } from '../util/runToEnd.ts';
import { JsonNumber, type JsonObject, type JsonValue } from './json.ts';

export interface JsonLimits {
  /** The most nested levels of objects and arrays; 200 by default. */
  readonly depth?: number;
  /** The most UTF-16 code units of the text; 128 Mi by default. */
  readonly length?: number;
}

/** The most keys of an object or items of a list: more keys take minutes to compare and sort. */
export const MAX_ENTRIES = 250_000;

/** Code `invalid-json`: the text is not JSON, names a key twice, or is deeper or longer than the limits. */
export class InvalidJsonError extends ExpectedError {
  override readonly name = 'InvalidJsonError';
  /** UTF-16 code units from the start of the text. */
  readonly offset: number;

  constructor(message: string, offset: number) {
    super('invalid-json', message);
    this.offset = offset;
  }
}

/**
 * Reads strict JSON without any loss: key order, number lexemes and lone surrogates stay. A leading byte
 * order mark is accepted. A duplicate key is an error, because one of its values would be lost. Throws
 * ExpectedError `too-large` beyond `MAX_ENTRIES`.
 *
 * `JSON.parse` is no alternative although its reviver receives number texts. It drops duplicate keys, moves
 * number-like keys to the front, and takes three times as long in one block.
 */
export function parseJson(text: string, limits: JsonLimits = {}): JsonValue {
  return runToEnd(parseJsonSteps(text, limits));
}

/**
 * Works like `parseJson`, in steps: each reads one item of a list in the outermost object. `items` shares these
 * items with an earlier text.
 */
export function parseJsonSteps(
  text: string,
  limits: JsonLimits = {},
  items?: SharedItems,
): Generator<void, JsonValue, void> {
  return new JsonReader(text, limits.depth ?? 200, limits.length ?? 128 * 1024 * 1024, items).read();
}

interface ReadItem {
  readonly text: string;
  readonly value: JsonValue;
}

/** Changed items that stand alone; with more of them little of the earlier text remains anyway. */
const MAX_COPIES = 1000;

/**
 * The items of the lists of one text. An object with the same text as in an earlier text is the same value, so two
 * answers of a console that differ in few rules cost little.
 */
export class SharedItems {
  readonly #before: readonly ReadItem[];
  readonly #items: ReadItem[] = [];
  /** Places in `#before` by text. */
  #places: ReadonlyMap<string, number> | undefined;
  /** The place in `#before` that probably comes next. */
  #next = 0;
  #misses = 0;
  #copies = 0;

  constructor(before?: SharedItems) {
    this.#before = before ? before.#items : [];
  }

  /** Returns the earlier object when its text is at `at`; an object ends where its text ends. */
  find(text: string, at: number): ReadItem | undefined {
    // The item before was changed or kept, or it is new, or one was removed.
    const places = [this.#next, this.#next - 1, this.#next + 1];
    const place = places.find((one) => {
      const item = this.#before[one];
      // Comparing a slice is several times as fast as `startsWith`.
      return item?.value instanceof Map && text.slice(at, at + item.text.length) === item.text;
    });
    const item = this.#before[place ?? -1];
    if (place !== undefined && item) {
      this.#next = place + 1;
      this.#misses = 0;
      this.#items.push(item);
    }
    return item;
  }

  /** Returns the earlier value of an item that was read; else the value itself. */
  keep(text: string, value: JsonValue): JsonValue {
    const place = this.#placeOf(text);
    const known = this.#before[place ?? -1];
    const item = known ?? (this.#before.length > 0 ? this.#standingAlone({ text, value }) : { text, value });
    this.#next = (place ?? this.#next) + 1;
    this.#items.push(item);
    return item.value;
  }

  /** Looks in all items only when several in a row differ, because that costs as much as reading a part of them. */
  #placeOf(text: string): number | undefined {
    this.#misses++;
    if (this.#misses < 3 || this.#before.length === 0) {
      return undefined;
    }
    this.#places ??= new Map(this.#before.map((item, place) => [item.text, place]));
    return this.#places.get(text);
  }

  /** Strings that were read keep their whole text in memory, so a changed item is read from a text of its own. */
  #standingAlone(item: ReadItem): ReadItem {
    const copy = ` ${item.text}`;
    return this.#copies++ < MAX_COPIES ? { value: parseJson(copy), text: copy.slice(1) } : item;
  }
}

/** Texts share few distinct keys, so the cache has a fixed size. */
const KEYS = 1024;
const LONGEST_KEY = 64;
const keys: string[] = Array.from({ length: KEYS }, () => '');

const smallNumbers = Array.from({ length: 10 }, (_, digit) => new JsonNumber(String(digit)));

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

class JsonReader {
  readonly #text: string;
  readonly #depth: number;
  readonly #items: SharedItems | undefined;
  #at = 0;
  #lastKey = '';

  constructor(text: string, depth: number, length: number, items: SharedItems | undefined) {
    this.#text = text;
    this.#depth = depth;
    this.#items = items;
    if (text.length > length) {
      throw new InvalidJsonError(
        `the text is too large (${text.length} of at most ${length} characters)`,
        length,
      );
    }
  }

  *read(): Generator<void, JsonValue, void> {
    if (this.#text.charCodeAt(0) === 0xfeff) {
      this.#at = 1;
    }
    this.#space();
    const value = this.#text.charCodeAt(this.#at) === 0x7b ? yield* this.#outermost() : this.#value(0);
    this.#space();
    if (this.#at < this.#text.length) {
      this.#fail('nothing may follow the value');
    }
    return value;
  }

  #value(depth: number): JsonValue {
    this.#space();
    switch (this.#text.charCodeAt(this.#at)) {
      case 0x7b:
        return this.#object(depth + 1);
      case 0x5b:
        return this.#array(depth + 1);
      case QUOTE:
        return this.#string();
      case 0x74:
        return this.#word('true', true);
      case 0x66:
        return this.#word('false', false);
      case 0x6e:
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  *#outermost(): Generator<void, JsonObject, void> {
    const object = new Map<string, JsonValue>();
    for (let more = this.#begins(1, 0x7d); more; more = this.#goesOn(0x7d)) {
      const keyAt = this.#member();
      const key = this.#lastKey;
      this.#space();
      const isList = this.#text.charCodeAt(this.#at) === 0x5b;
      this.#put(object, key, keyAt, isList ? yield* this.#list() : this.#value(1));
    }
    return object;
  }

  *#list(): Generator<void, JsonValue[], void> {
    const array: JsonValue[] = [];
    for (let more = this.#begins(2, 0x5d); more; more = this.#goesOn(0x5d)) {
      this.#space();
      const start = this.#at;
      const known = this.#items?.find(this.#text, start);
      if (known) {
        this.#at += known.text.length;
        array.push(known.value);
      } else {
        const value = this.#value(2);
        array.push(this.#items ? this.#items.keep(this.#text.slice(start, this.#at), value) : value);
        yield;
      }
      this.#count(array.length);
    }
    return array;
  }

  #object(depth: number): JsonObject {
    const object = new Map<string, JsonValue>();
    for (let more = this.#begins(depth, 0x7d); more; more = this.#goesOn(0x7d)) {
      const keyAt = this.#member();
      const key = this.#lastKey;
      this.#put(object, key, keyAt, this.#value(depth));
    }
    return object;
  }

  #array(depth: number): JsonValue[] {
    const array: JsonValue[] = [];
    for (let more = this.#begins(depth, 0x5d); more; more = this.#goesOn(0x5d)) {
      array.push(this.#value(depth));
      this.#count(array.length);
    }
    return array;
  }

  /** Moves past a key, now in `#lastKey`, and its colon. Returns the offset of the key. */
  #member(): number {
    this.#space();
    const keyAt = this.#at;
    if (this.#text.charCodeAt(keyAt) !== QUOTE) {
      this.#fail('a key in double quotes was expected');
    }
    this.#lastKey = this.#key();
    this.#space();
    if (this.#text.charCodeAt(this.#at) !== 0x3a) {
      this.#fail('a colon was expected');
    }
    this.#at++;
    return keyAt;
  }

  #put(object: Map<string, JsonValue>, key: string, keyAt: number, value: JsonValue): void {
    const { size } = object;
    object.set(key, value);
    if (object.size === size) {
      this.#at = keyAt;
      this.#fail('this key occurs twice in its object');
    }
    this.#count(object.size);
  }

  #count(members: number): void {
    if (members > MAX_ENTRIES) {
      throw new ExpectedError(
        'too-large',
        `An object or a list of the JSON has more than ${MAX_ENTRIES} entries, so it is not read.`,
      );
    }
  }

  /** Enters an object or array; false when it is empty, and the position is then past it. */
  #begins(depth: number, close: number): boolean {
    if (depth > this.#depth) {
      this.#fail(`objects and arrays are nested more than ${this.#depth} deep`);
    }
    this.#at++;
    this.#space();
    const isEmpty = this.#text.charCodeAt(this.#at) === close;
    if (isEmpty) {
      this.#at++;
    }
    return !isEmpty;
  }

  /** Returns false past the end of an object or array, true past a comma. */
  #goesOn(close: number): boolean {
    this.#space();
    const code = this.#text.charCodeAt(this.#at);
    if (code !== close && code !== 0x2c) {
      this.#fail(`a comma or a closing ${close === 0x7d ? 'brace' : 'bracket'} was expected`);
    }
    this.#at++;
    return code !== close;
  }

  /** Repeated keys share one internalized string, which saves memory and makes comparisons fast. */
  #key(): string {
    const text = this.#text;
    const start = this.#at + 1;
    let at = start;
    let sum = 0;
    for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(++at)) {
      if (!(code >= 0x20 && code !== BACKSLASH && at - start < LONGEST_KEY)) {
        return this.#string();
      }
      sum = (sum * 31 + code) & (KEYS - 1);
    }
    this.#at = at + 1;
    const last = keys[sum] as string;
    if (last.length === at - start && text.startsWith(last, start)) {
      return last;
    }
    const key = Object.keys({ [text.slice(start, at)]: 0 })[0] as string;
    keys[sum] = key;
    return key;
  }

  #string(): string {
    const text = this.#text;
    const start = this.#at + 1;
    let at = start;
    let escaped = false;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        break;
      }
      if (code === BACKSLASH) {
        escaped = true;
        at += 2;
      } else if (code >= 0x20) {
        at++;
      } else {
        this.#at = Math.min(at, text.length);
        this.#fail(at >= text.length ? 'the string is not closed' : 'a control character must be escaped');
      }
    }
    this.#at = at + 1;
    return escaped ? this.#unescape(start, at) : text.slice(start, at);
  }

  #unescape(start: number, end: number): string {
    let out = '';
    let from = start;
    for (let at = this.#text.indexOf('\\', start); at >= 0 && at < end; at = this.#text.indexOf('\\', from)) {
      out += this.#text.slice(from, at);
      const letter = this.#text[at + 1] ?? '';
      const plain = letter === '' ? -1 : '"\\/bfnrt'.indexOf(letter);
      if (plain >= 0) {
        out += '"\\/\b\f\n\r\t'[plain];
        from = at + 2;
      } else {
        const digits = letter === 'u' ? this.#text.slice(at + 2, at + 6) : '';
        if (at + 6 > end || !/^[0-9a-fA-F]{4}$/.test(digits)) {
          this.#at = at;
          this.#fail('this escape is unknown');
        }
        out += String.fromCharCode(Number.parseInt(digits, 16));
        from = at + 6;
      }
    }
    return out + this.#text.slice(from, end);
  }

  #number(): JsonNumber {
    const start = this.#at;
    const first = this.#text.charCodeAt(start);
    const second = this.#text.charCodeAt(start + 1);
    if (first >= 0x30 && first <= 0x39 && (second === 0x2c || second === 0x7d || second === 0x5d)) {
      this.#at++;
      return smallNumbers[first - 0x30] as JsonNumber;
    }
    if (this.#text.charCodeAt(this.#at) === 0x2d) {
      this.#at++;
    }
    const zero = this.#text.charCodeAt(this.#at) === 0x30;
    const digits = this.#digits(start, 'a value was expected');
    if (zero && digits > 1) {
      this.#at = start;
      this.#fail('a number must not start with zero');
    }
    if (this.#text.charCodeAt(this.#at) === 0x2e) {
      this.#at++;
      this.#digits(this.#at, 'a digit was expected behind the point');
    }
    if ((this.#text.charCodeAt(this.#at) | 0x20) === 0x65) {
      this.#at++;
      const sign = this.#text.charCodeAt(this.#at);
      if (sign === 0x2b || sign === 0x2d) {
        this.#at++;
      }
      this.#digits(this.#at, 'a digit was expected in the exponent');
    }
    return new JsonNumber(this.#text.slice(start, this.#at));
  }

  #digits(blame: number, expected: string): number {
    const start = this.#at;
    for (let code = this.#text.charCodeAt(start); code >= 0x30 && code <= 0x39;) {
      code = this.#text.charCodeAt(++this.#at);
    }
    if (this.#at === start) {
      this.#at = blame;
      this.#fail(expected);
    }
    return this.#at - start;
  }

  #word<T extends boolean | null>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) {
      this.#fail('a value was expected');
    }
    this.#at += word.length;
    return value;
  }

  #space(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) {
        return;
      }
      this.#at++;
    }
  }

  #fail(what: string): never {
    const before = this.#text.slice(0, this.#at);
    const line = before.split('\n').length;
    const column = this.#at - before.lastIndexOf('\n');
    throw new InvalidJsonError(`not valid JSON: ${what} (line ${line}, column ${column})`, this.#at);
  }
}
