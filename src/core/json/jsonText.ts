import { ExpectedError } from '../util/errors.ts';
import { runToEnd } from '../util/inSlices.ts';
import { JsonNumber, type JsonValue } from './json.ts';
import { JsonScanner, type JsonFlaw } from './jsonScanner.ts';

/** The limit for nested objects and arrays. */
const MAX_DEPTH = 200;
/** The limit for the UTF-16 code units of a text. */
const MAX_LENGTH = 128 * 1024 * 1024;
/**
 * The limit for the keys of an object or the items of a list. More of them take minutes to compare and sort.
 */
export const MAX_ENTRIES = 250_000;

/**
 * Reads strict JSON without any loss: key order, number lexemes and lone surrogates stay. A leading byte
 * order mark is accepted. A duplicate key is an error, because one of its values would be lost. Throws
 * ExpectedError `invalid-json`, and `too-large` beyond `MAX_ENTRIES`.
 *
 * `JSON.parse` is no alternative although its reviver receives number texts. It drops duplicate keys, moves
 * number-like keys to the front, and takes about twice as long in one block.
 */
export function parseJson(text: string): JsonValue {
  return runToEnd(parseJsonSteps(text));
}

/**
 * Works like `parseJson`, in steps: each reads one item of a list in the outermost object. `items` shares these
 * items with an earlier text.
 */
export function parseJsonSteps(text: string, items?: SharedItems): Generator<void, JsonValue, void> {
  if (text.length > MAX_LENGTH) {
    throw new ExpectedError(
      'invalid-json',
      `the text is too large (${text.length} of at most ${MAX_LENGTH} characters)`,
    );
  }
  return new JsonValueScanner(text, items).read();
}

interface ReadItem {
  readonly text: string;
  readonly value: JsonValue;
}

/** The limit for copies of changed items. A text with more changes shares little with the earlier text. */
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
    // Usually the next item follows. After an item was added, changed or removed, a neighbor follows.
    const places = [this.#next, this.#next - 1, this.#next + 1];
    const place = places.find((index) => {
      const item = this.#before[index];
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

  /** Returns the value of the earlier item with the same text; else `value` itself. */
  keep(text: string, value: JsonValue): JsonValue {
    const place = this.#earlierIndexOf(text);
    const known = this.#before[place ?? -1];
    const item = known ?? (this.#before.length > 0 ? this.#copyOf({ text, value }) : { text, value });
    this.#next = (place ?? this.#next) + 1;
    this.#items.push(item);
    return item.value;
  }

  /** Looks in all items only when several in a row differ, because that costs as much as reading a part of them. */
  #earlierIndexOf(text: string): number | undefined {
    this.#misses++;
    if (this.#misses < 3 || this.#before.length === 0) {
      return undefined;
    }
    this.#places ??= new Map(this.#before.map((item, place) => [item.text, place]));
    return this.#places.get(text);
  }

  /**
   * A string that was read keeps its whole text in memory, so a changed item is read from a copy of its text.
   */
  #copyOf(item: ReadItem): ReadItem {
    if (this.#copies++ >= MAX_COPIES) {
      return item;
    }
    const text = unshared(item.text);
    return { text, value: parseJson(text) };
  }
}

const smallNumbers = Array.from({ length: 10 }, (_, digit) => new JsonNumber(String(digit)));

/** The scanner reads strict JSON into values. */
class JsonValueScanner extends JsonScanner<JsonValue, Map<string, JsonValue>> {
  readonly #items: SharedItems | undefined;

  constructor(text: string, items: SharedItems | undefined) {
    super(text, { depth: MAX_DEPTH, hasComments: false });
    this.#items = items;
  }

  *read(): Generator<void, JsonValue, void> {
    const { text } = this;
    const start = this.space(text.charCodeAt(0) === 0xfeff ? 1 : 0);
    const end = text.charCodeAt(start) === 0x7b ? yield* this.#outermost(start) : this.#read(start, 0);
    const behind = this.space(end);
    if (behind < text.length) {
      this.#refuse('nothing may follow the value', behind);
    }
    return this.lastValue;
  }

  protected override makeScalar(value: string | boolean | null): JsonValue {
    return value;
  }

  protected override makeNumber(lexeme: string): JsonValue {
    const digit = lexeme.length === 1 ? lexeme.charCodeAt(0) - 0x30 : -1;
    return smallNumbers[digit] ?? new JsonNumber(lexeme);
  }

  protected override makeArray(items: JsonValue[]): JsonValue {
    checkCount(items.length);
    return items;
  }

  protected override makeObject(members: Map<string, JsonValue>): JsonValue {
    return members;
  }

  protected override newMembers(): Map<string, JsonValue> {
    return new Map();
  }

  protected override addMember(members: Map<string, JsonValue>, at: number): void {
    const { size } = members;
    members.set(this.key, this.lastValue);
    if (members.size === size) {
      this.#refuse('this key occurs twice in its object', at);
    }
    checkCount(members.size);
  }

  protected override addFlaw({ message }: JsonFlaw, at: number): void {
    this.#refuse(message, at);
  }

  *#outermost(at: number): Generator<void, number, void> {
    const { text } = this;
    const members = this.newMembers();
    let to = this.space(at + 1);
    while (text.charCodeAt(to) !== 0x7d) {
      const start = this.#checked(this.toMember(to));
      const { key } = this;
      const end = text.charCodeAt(start) === 0x5b ? yield* this.#list(start) : this.#read(start, 1);
      this.key = key;
      this.addMember(members, to);
      to = this.#checked(this.toNext(end, 0x7d, at));
    }
    this.lastValue = members;
    return to + 1;
  }

  *#list(at: number): Generator<void, number, void> {
    const { text } = this;
    const items: JsonValue[] = [];
    let to = this.space(at + 1);
    while (text.charCodeAt(to) !== 0x5d) {
      const known = this.#items?.find(text, to);
      let end;
      if (known) {
        end = to + known.text.length;
        items.push(known.value);
      } else {
        end = this.#read(to, 2);
        items.push(this.#items ? this.#items.keep(text.slice(to, end), this.lastValue) : this.lastValue);
        yield;
      }
      to = this.#checked(this.toNext(end, 0x5d, at));
    }
    this.lastValue = this.makeArray(items);
    return to + 1;
  }

  #read(at: number, depth: number): number {
    return this.#checked(this.value(at, depth));
  }

  /** Throws the error of the scanner, if there is one. */
  #checked(at: number): number {
    return at < 0 && this.error ? this.#refuse(this.error.message, this.error.at) : at;
  }

  #refuse(what: string, at: number): never {
    const before = this.text.slice(0, at);
    const line = before.split('\n').length;
    const column = at - before.lastIndexOf('\n');
    throw new ExpectedError('invalid-json', `not valid JSON: ${what} (line ${line}, column ${column})`);
  }
}

function checkCount(entries: number): void {
  if (entries > MAX_ENTRIES) {
    throw new ExpectedError(
      'too-large',
      `An object or a list of the JSON has more than ${MAX_ENTRIES} entries, so it is not read.`,
    );
  }
}

/** Copies the text, because the engine keeps the whole source text in memory for a substring. */
export function unshared(part: string): string {
  return JSON.parse(JSON.stringify(part)) as string;
}
