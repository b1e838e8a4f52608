import { unescaped } from './unescaped.ts';

/** The first place where a text is no longer JSON. `atEnd` means that the text only ends too early. */
interface JsonError {
  readonly at: number;
  readonly end: number;
  readonly code: 'syntax' | 'too-deep';
  readonly message: string;
  readonly atEnd: boolean;
}

/** A mistake that does not make the value ambiguous. */
export interface JsonFlaw {
  readonly code: 'control-character' | 'trailing-comma';
  readonly message: string;
}

export const jsonFlaws = {
  control: { code: 'control-character', message: 'a control character in a string must be escaped' },
  comma: { code: 'trailing-comma', message: 'JSON has no comma behind the last item' },
} as const satisfies Readonly<Record<string, JsonFlaw>>;

/** Texts share few distinct keys, so the cache has a fixed size. */
const KEYS = 4096;
const LONGEST_KEY = 64;
const keys: string[] = Array.from({ length: KEYS }, () => '');

const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/**
 * Reads JSON value by value; a subclass makes the values. A result of -1 is an error, which `error`
 * describes. The text before an error is valid, so no later text removes the error.
 */
export abstract class JsonScanner<Value, Members> {
  readonly text: string;
  readonly #maxDepth: number;
  readonly #hasComments: boolean;
  /** The value that was read last. */
  lastValue!: Value;
  /** The key that was read last, and the offset behind it. */
  key = '';
  #keyEnd = -1;
  error: JsonError | undefined;
  #isEscaped = false;

  constructor(text: string, options: { readonly depth: number; readonly hasComments: boolean }) {
    this.text = text;
    this.#maxDepth = options.depth;
    this.#hasComments = options.hasComments;
  }

  protected abstract makeScalar(value: string | boolean | null, at: number, end: number): Value;
  protected abstract makeNumber(lexeme: string, at: number, end: number): Value;
  protected abstract makeArray(items: Value[], at: number, end: number): Value;
  protected abstract makeObject(members: Members, at: number, end: number): Value;
  protected abstract newMembers(): Members;
  /** Adds the key and the value that were read last; the key is at `[at, end)`. */
  protected abstract addMember(members: Members, at: number, end: number): void;
  protected abstract addFlaw(flaw: JsonFlaw, at: number, end: number): void;

  /** Reads the value at `at`. Returns the offset behind it, or -1. */
  value(at: number, depth: number): number {
    const { text } = this;
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = this.#string(at);
      if (end >= 0) {
        this.lastValue = this.makeScalar(this.#written(at, end), at, end);
      }
      return end;
    }
    if (code === 0x7b) {
      return this.#object(at, depth + 1);
    }
    if (code === 0x5b) {
      return this.#array(at, depth + 1);
    }
    if (code === 0x74 && text.startsWith('true', at)) {
      return this.#word(true, at, at + 4);
    }
    if (code === 0x66 && text.startsWith('false', at)) {
      return this.#word(false, at, at + 5);
    }
    if (code === 0x6e && text.startsWith('null', at)) {
      return this.#word(null, at, at + 4);
    }
    if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      return this.#number(at);
    }
    return this.#fail(at, 'a value was expected');
  }

  /** Returns the offset behind white space and comments, or -1 for an unclosed comment. */
  space(at: number): number {
    const { text } = this;
    for (;;) {
      let code = text.charCodeAt(at);
      while (code === 0x20) {
        code = text.charCodeAt(++at);
      }
      if (code === 0x0a || code === 0x0d || code === 0x09) {
        at++;
      } else if (code === 0x2f && this.#hasComments) {
        const next = text.charCodeAt(at + 1);
        if (next === 0x2f) {
          const end = text.indexOf('\n', at);
          at = end < 0 ? text.length : end + 1;
        } else if (next === 0x2a) {
          const end = text.indexOf('*/', at + 2);
          if (end < 0) {
            return this.#fail(at, 'this comment is not closed', text.length);
          }
          at = end + 2;
        } else {
          return this.#fail(at, 'unexpected character');
        }
      } else {
        return at;
      }
    }
  }

  /**
   * Reads a key into `key`. Returns the offset behind it, or -1. Repeated keys share one internalized string.
   */
  #readKey(at: number): number {
    const { text } = this;
    const start = at + 1;
    let to = start;
    let sum = 0;
    for (let code = text.charCodeAt(to); code !== QUOTE; code = text.charCodeAt(++to)) {
      if (!(code >= 0x20 && code !== BACKSLASH && to - start < LONGEST_KEY)) {
        const end = this.#string(at);
        this.key = end < 0 ? '' : this.#written(at, end);
        return end;
      }
      sum = (sum * 131 + code) & (KEYS - 1);
    }
    const last = keys[sum] as string;
    if (last.length === to - start && text.startsWith(last, start)) {
      this.key = last;
    } else {
      this.key = Object.keys({ [text.slice(start, to)]: 0 })[0] as string;
      keys[sum] = this.key;
    }
    return to + 1;
  }

  /** Reads the key at `at` into `key`, and goes past its colon to the value. `opened`: see `toNext`. */
  toMember(at: number, opened = -1): number {
    const { text } = this;
    if (text.charCodeAt(at) !== QUOTE) {
      return this.#fail(at, 'a key in double quotes was expected', at + 1, opened);
    }
    this.#keyEnd = this.#readKey(at);
    const colon = this.#keyEnd < 0 ? -1 : this.space(this.#keyEnd);
    if (colon < 0) {
      return -1;
    }
    return text.charCodeAt(colon) === 0x3a
      ? this.space(colon + 1)
      : this.#fail(colon, 'a colon was expected');
  }

  /**
   * Goes from the end of an entry past its comma to the next entry, or to the closing bracket. `opened` is
   * the offset of the opening bracket.
   */
  protected toNext(at: number, close: number, opened: number): number {
    const { text } = this;
    const to = this.space(at);
    if (to < 0 || text.charCodeAt(to) === close) {
      return to;
    }
    if (text.charCodeAt(to) !== COMMA) {
      const bracket = close === 0x7d ? 'brace' : 'bracket';
      return this.#fail(to, `a comma or a closing ${bracket} was expected`, to + 1, opened);
    }
    const next = this.space(to + 1);
    if (text.charCodeAt(next) === close) {
      this.addFlaw(jsonFlaws.comma, to, to + 1);
    }
    return next;
  }

  /** Reads a field into `members`. Returns the offset behind its value, or -1. */
  #member(at: number, depth: number, members: Members, opened: number): number {
    const start = this.toMember(at, opened);
    const { key } = this;
    const keyEnd = this.#keyEnd;
    const end = start < 0 ? -1 : this.value(start, depth);
    if (end >= 0) {
      this.key = key;
      this.addMember(members, at, keyEnd);
    }
    return end;
  }

  #object(at: number, depth: number): number {
    if (depth > this.#maxDepth) {
      return this.#tooDeep(at);
    }
    const members = this.newMembers();
    let to = this.space(at + 1);
    while (to >= 0 && this.text.charCodeAt(to) !== 0x7d) {
      to = this.#member(to, depth, members, at);
      to = to < 0 ? -1 : this.toNext(to, 0x7d, at);
    }
    if (to < 0) {
      return -1;
    }
    this.lastValue = this.makeObject(members, at, to + 1);
    return to + 1;
  }

  #array(at: number, depth: number): number {
    if (depth > this.#maxDepth) {
      return this.#tooDeep(at);
    }
    const items: Value[] = [];
    let to = this.space(at + 1);
    while (to >= 0 && this.text.charCodeAt(to) !== 0x5d) {
      to = this.value(to, depth);
      items.push(this.lastValue);
      to = to < 0 ? -1 : this.toNext(to, 0x5d, at);
    }
    if (to < 0) {
      return -1;
    }
    this.lastValue = this.makeArray(items, at, to + 1);
    return to + 1;
  }

  /** Returns the offset behind a string, or -1. */
  #string(at: number): number {
    const { text } = this;
    this.#isEscaped = false;
    let to = at + 1;
    for (;;) {
      const code = text.charCodeAt(to);
      if (code === QUOTE) {
        return to + 1;
      }
      if (code === BACKSLASH) {
        this.#isEscaped = true;
        to = this.#escape(to);
        if (to < 0) {
          return -1;
        }
      } else if (code < 0x20) {
        if (code === 0x0a || code === 0x0d) {
          return this.#fail(at, 'this string is not closed on its line', to);
        }
        this.addFlaw(jsonFlaws.control, to, to + 1);
        to++;
      } else if (to < text.length) {
        to++;
      } else {
        return this.#fail(at, 'this string is not closed', text.length);
      }
    }
  }

  /** The value of the string that was read last. */
  #written(at: number, end: number): string {
    const written = this.text.slice(at + 1, end - 1);
    return this.#isEscaped ? unescaped(written) : written;
  }

  #escape(at: number): number {
    const { text } = this;
    escape.lastIndex = at;
    if (escape.test(text)) {
      return escape.lastIndex;
    }
    const code = text.charCodeAt(at + 1);
    // The reader of the string reports the missing quote.
    const isEnd = code === 0x0a || code === 0x0d || at + 1 >= text.length;
    return isEnd ? at + 1 : this.#fail(at, 'this escape is unknown', at + 2);
  }

  #word(value: boolean | null, at: number, end: number): number {
    const next = this.text.charCodeAt(end);
    if ((next >= 0x30 && next <= 0x39) || ((next | 0x20) >= 0x61 && (next | 0x20) <= 0x7a)) {
      return this.#fail(at, 'a value was expected', end + 1);
    }
    this.lastValue = this.makeScalar(value, at, end);
    return end;
  }

  #number(at: number): number {
    const { text } = this;
    let to = text.charCodeAt(at) === 0x2d ? at + 1 : at;
    const whole = to;
    to = this.#digits(to);
    if (to === whole) {
      return this.#fail(at, 'a number was expected', to + 1);
    }
    if (text.charCodeAt(whole) === 0x30 && to > whole + 1) {
      return this.#fail(at, 'a number must not start with zero', to);
    }
    if (text.charCodeAt(to) === 0x2e) {
      const fraction = this.#digits(to + 1);
      if (fraction === to + 1) {
        return this.#fail(fraction, 'a digit was expected behind the point');
      }
      to = fraction;
    }
    if ((text.charCodeAt(to) | 0x20) === 0x65) {
      const sign = text.charCodeAt(to + 1);
      const from = sign === 0x2b || sign === 0x2d ? to + 2 : to + 1;
      to = this.#digits(from);
      if (to === from) {
        return this.#fail(to, 'a digit was expected in the exponent');
      }
    }
    this.lastValue = this.makeNumber(text.slice(at, to), at, to);
    return to;
  }

  #digits(at: number): number {
    for (let code = this.text.charCodeAt(at); code >= 0x30 && code <= 0x39;) {
      code = this.text.charCodeAt(++at);
    }
    return at;
  }

  /**
   * `opened` is the offset of the opening bracket. When the text ends too early, the error is about this
   * bracket.
   */
  #fail(at: number, message: string, end = at + 1, opened = -1): -1 {
    const { length } = this.text;
    const atEnd = at >= length || end >= length;
    this.error =
      at >= length && opened >= 0
        ? { at: opened, end: opened + 1, code: 'syntax', message: 'this is not closed', atEnd }
        : { at, end: Math.min(Math.max(end, at + 1), Math.max(at, length)), code: 'syntax', message, atEnd };
    return -1;
  }

  #tooDeep(at: number): -1 {
    const message = `nested more than ${this.#maxDepth} deep`;
    this.error = { at, end: at + 1, code: 'too-deep', message, atEnd: false };
    return -1;
  }
}
