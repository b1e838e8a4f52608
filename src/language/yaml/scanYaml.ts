import { maximumDepth } from '../json/scanJson.ts';
import { tapeKind, type Tape } from '../reading/tape.ts';
import { plainKind } from './plainScalar.ts';

/** The text is not of the plain kind that this reader knows for certain; the library decides what it is. */
export class Unsure extends Error {}

/** Collections are nested deeper than a document may be. */
export class TooDeep extends Error {
  readonly at: number;

  constructor(at: number) {
    super();
    this.at = at;
  }
}

/**
 * Reads the YAML that people and Ordinance write for policies: block style, scalars and flow collections on one line,
 * literal block scalars, comments. Whatever is not certain (anchors, tags, several lines, odd indentation, any mistake)
 * throws `Unsure`; so what it does read means the same to every YAML 1.2 reader.
 */
export class YamlScanner {
  readonly #text: string;
  readonly #tape: Tape;
  readonly #end: number;
  #at: number;
  #lineStart: number;
  /** Column of the next content; -1 at the end. */
  #column = 0;
  #kind = 0;
  #colon = 0;

  constructor(text: string, tape: Tape, start = 0, end = text.length) {
    this.#text = text;
    this.#tape = tape;
    this.#end = end;
    this.#at = start;
    this.#lineStart = start;
  }

  /** Reads a document that is a block mapping; nothing is written for one without content. */
  document(depth: number): void {
    this.#toContent();
    if (this.#column > 0) {
      throw new Unsure();
    }
    if (this.#column === 0) {
      this.#scanKey();
      this.#mapping(0, depth);
      this.#finish();
    }
  }

  /** Reads lines that are one item of a block sequence, whose `-` stands at `column`; the item is the tape's first entry. */
  item(column: number, depth: number): void {
    this.#toContent();
    if (this.#column !== column || !this.#isDash(this.#at)) {
      throw new Unsure();
    }
    this.#item(column, depth);
    this.#finish();
  }

  #finish(): void {
    if (this.#column >= 0) {
      throw new Unsure();
    }
  }

  #mapping(column: number, depth: number): number {
    this.#descend(depth);
    const tape = this.#tape;
    const index = tape.add(tapeKind.object, this.#at, this.#at, 0);
    for (;;) {
      const key = this.#at;
      const end = this.#scanKey();
      if (end < 0 || end - key > 1000 || (end - key === 2 && this.#text.startsWith('<<', key))) {
        throw new Unsure();
      }
      tape.add(this.#kind, key, end, 0);
      this.#at = this.#colon + 1;
      const valueEnd = this.#value(column, depth + 1);
      if (this.#column !== column || this.#isDash(this.#at)) {
        if (this.#column >= column) {
          throw new Unsure();
        }
        tape.close(index, valueEnd);
        return valueEnd;
      }
    }
  }

  /** What stands behind a key's colon. */
  #value(column: number, depth: number): number {
    const from = this.#at;
    const code = this.#toValue();
    if (code !== 0) {
      return code === 0x7c ? this.#literal(column) : this.#inline(column, depth);
    }
    this.#toContent();
    if (this.#column > column) {
      return this.#block(column, depth);
    }
    if (this.#column === column && this.#isDash(this.#at)) {
      return this.#sequence(column, depth);
    }
    this.#tape.add(tapeKind.null, from, from, 0);
    return from;
  }

  #sequence(column: number, depth: number): number {
    this.#descend(depth);
    const tape = this.#tape;
    const index = tape.add(tapeKind.array, this.#at, this.#at, 0);
    for (;;) {
      const end = this.#item(column, depth + 1);
      if (this.#column !== column || !this.#isDash(this.#at)) {
        if (this.#column > column) {
          throw new Unsure();
        }
        tape.close(index, end);
        return end;
      }
    }
  }

  #item(column: number, depth: number): number {
    const from = ++this.#at;
    const code = this.#toValue();
    if (code === 0x7c) {
      return this.#literal(column);
    }
    if (code !== 0) {
      this.#column = this.#at - this.#lineStart;
      return this.#block(column, depth);
    }
    this.#toContent();
    if (this.#column > column) {
      return this.#block(column, depth);
    }
    this.#tape.add(tapeKind.null, from, from, 0);
    return from;
  }

  /** A sequence, a mapping or a scalar that begins at the present place, inside something at `parent`. */
  #block(parent: number, depth: number): number {
    const column = this.#column;
    if (this.#isDash(this.#at)) {
      return this.#sequence(column, depth);
    }
    const code = this.#text.charCodeAt(this.#at);
    if (code !== 0x5b && code !== 0x7b && this.#scanKey() >= 0) {
      return this.#mapping(column, depth);
    }
    return code === 0x7c ? this.#literal(parent) : this.#inline(parent, depth);
  }

  /** A scalar or flow collection on one line, with nothing behind it. */
  #inline(column: number, depth: number): number {
    const code = this.#text.charCodeAt(this.#at);
    let end: number;
    if (code === 0x5b || code === 0x7b) {
      end = this.#flow(this.#at, depth);
    } else {
      const start = this.#at;
      end = code === 0x22 ? this.#double(start) : code === 0x27 ? this.#single(start) : this.#plain(start);
      this.#tape.add(this.#kind, start, end, 0);
    }
    this.#at = end;
    if (this.#toValue() !== 0) {
      throw new Unsure();
    }
    this.#toContent();
    if (this.#column > column) {
      throw new Unsure();
    }
    return end;
  }

  /** Skips spaces; 0 at the end of the line or at a comment, else the character there. */
  #toValue(): number {
    const text = this.#text;
    const from = this.#at;
    let at = from;
    let code = text.charCodeAt(at);
    while (code === 0x20) {
      code = text.charCodeAt(++at);
    }
    this.#at = at;
    if (at >= this.#end || code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) === 0x0a)) {
      return 0;
    }
    if (code === 0x23 && at > from) {
      return 0;
    }
    if (code < 0x20 || (at === from && at > this.#lineStart)) {
      throw new Unsure();
    }
    return code;
  }

  /** Goes to the first content behind the present line, or on it when it has not begun. */
  #toContent(): void {
    const text = this.#text;
    let line = this.#at === this.#lineStart ? this.#at : this.#lineBehind(this.#at);
    for (;;) {
      if (line >= this.#end) {
        this.#column = -1;
        this.#at = this.#end;
        return;
      }
      let at = line;
      let code = text.charCodeAt(at);
      while (code === 0x20) {
        code = text.charCodeAt(++at);
      }
      if (code === 0x0a) {
        line = at + 1;
      } else if (code === 0x23 || at >= this.#end || (code === 0x0d && text.charCodeAt(at + 1) === 0x0a)) {
        line = this.#lineBehind(at);
      } else {
        if (code < 0x20) {
          throw new Unsure();
        }
        this.#at = at;
        this.#lineStart = line;
        this.#column = at - line;
        return;
      }
    }
  }

  #lineBehind(at: number): number {
    const newline = this.#text.indexOf('\n', at);
    return newline < 0 ? this.#end : newline + 1;
  }

  #isDash(at: number): boolean {
    if (this.#text.charCodeAt(at) !== 0x2d) {
      return false;
    }
    return at + 1 >= this.#end || this.#isSpace(this.#text.charCodeAt(at + 1));
  }

  #isSpace(code: number): boolean {
    return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
  }

  /** End of the key that begins here, with its kind and colon; -1 when no colon follows. */
  #scanKey(): number {
    const text = this.#text;
    const code = text.charCodeAt(this.#at);
    let end: number;
    if (code === 0x22 || code === 0x27) {
      end = code === 0x22 ? this.#double(this.#at) : this.#single(this.#at);
      let at = end;
      while (text.charCodeAt(at) === 0x20) {
        at++;
      }
      this.#colon = at;
      if (at >= this.#end || text.charCodeAt(at) !== 0x3a) {
        return -1;
      }
    } else {
      end = this.#scanPlain(this.#at);
      this.#kind = tapeKind.plain;
      if (this.#colon < 0) {
        return -1;
      }
    }
    const behind = text.charCodeAt(this.#colon + 1);
    if (this.#colon + 1 < this.#end && !this.#isSpace(behind)) {
      throw new Unsure();
    }
    return end;
  }

  #plain(start: number): number {
    const end = this.#scanPlain(start);
    const kind = plainKind(this.#text, start, end);
    if (this.#colon >= 0 || kind === undefined) {
      throw new Unsure();
    }
    this.#kind = kind;
    return end;
  }

  /** End of an unquoted scalar without the spaces behind it; notes the colon that ends it as a key. */
  #scanPlain(start: number): number {
    const text = this.#text;
    this.#checkStart(start);
    this.#colon = -1;
    let end = start;
    for (let at = start; at < this.#end; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x3a) {
        if (at + 1 >= this.#end || this.#isSpace(text.charCodeAt(at + 1))) {
          this.#colon = at;
          return end;
        }
        end = at + 1;
      } else if (code === 0x20) {
        if (text.charCodeAt(at + 1) === 0x23) {
          return end;
        }
      } else if (code > 0x20) {
        if (code > 0x7e) {
          at = this.#checkWide(at, code);
        }
        end = at + 1;
      } else if (code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) === 0x0a)) {
        return end;
      } else {
        throw new Unsure();
      }
    }
    return end;
  }

  /** Characters that mean something at the start of a scalar. */
  #checkStart(start: number): void {
    const text = this.#text;
    const code = text.charCodeAt(start);
    const next = text.charCodeAt(start + 1);
    const document =
      start === this.#lineStart && (text.startsWith('---', start) || text.startsWith('...', start));
    if (
      ',[]{}#&*!|>\'"%@`?:'.includes(String.fromCharCode(code)) ||
      document ||
      (code === 0x2d && !(next > 0x20))
    ) {
      throw new Unsure();
    }
  }

  /** Line breaks of other standards, byte order marks and halves of characters are left to the library. */
  #checkWide(at: number, code: number): number {
    if (code <= 0x9f || code === 0x2028 || code === 0x2029 || code >= 0xfdd0) {
      throw new Unsure();
    }
    if (code >= 0xd800 && code <= 0xdfff) {
      const low = this.#text.charCodeAt(at + 1);
      if (code >= 0xdc00 || !(low >= 0xdc00 && low <= 0xdfff)) {
        throw new Unsure();
      }
      return at + 1;
    }
    return at;
  }

  #double(start: number): number {
    const text = this.#text;
    this.#kind = tapeKind.quoted;
    for (let at = start + 1; at < this.#end; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x22) {
        return at + 1;
      }
      if (code === 0x5c) {
        this.#kind = tapeKind.escaped;
        at = this.#escape(at);
      } else if (code > 0x7e) {
        at = this.#checkWide(at, code);
      } else if (code < 0x20) {
        break;
      }
    }
    throw new Unsure();
  }

  /** Offset of the last character of an escape. */
  #escape(at: number): number {
    const letter = this.#text.charAt(at + 1);
    const digits = letter === 'u' ? 4 : letter === 'x' ? 2 : 0;
    if (digits === 0) {
      if (letter === '' || !'0abtnvfre "/\\N_LP'.includes(letter)) {
        throw new Unsure();
      }
      return at + 1;
    }
    const end = at + 2 + digits;
    if (
      !/^[0-9a-fA-F]{2,4}$/.test(this.#text.slice(at + 2, end)) ||
      /[dD][89a-fA-F]/.test(this.#text.slice(at + 2, at + 4)) ||
      end > this.#end
    ) {
      throw new Unsure();
    }
    return end - 1;
  }

  #single(start: number): number {
    const text = this.#text;
    this.#kind = tapeKind.single;
    for (let at = start + 1; at < this.#end; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x27) {
        if (text.charCodeAt(at + 1) !== 0x27) {
          return at + 1;
        }
        at++;
      } else if (code > 0x7e) {
        at = this.#checkWide(at, code);
      } else if (code < 0x20) {
        break;
      }
    }
    throw new Unsure();
  }

  #literal(parent: number): number {
    const text = this.#text;
    const start = this.#at;
    this.#at = start + (text.charCodeAt(start + 1) === 0x2d ? 2 : 1);
    if (this.#toValue() !== 0) {
      throw new Unsure();
    }
    let column = -1;
    let end = -1;
    let blank = 0;
    for (let line = this.#lineBehind(this.#at); line < this.#end;) {
      let at = line;
      while (text.charCodeAt(at) === 0x20) {
        at++;
      }
      const next = this.#lineBehind(line);
      const lineEnd =
        next - (text.charCodeAt(next - 1) === 0x0a ? (text.charCodeAt(next - 2) === 0x0d ? 2 : 1) : 0);
      const indent = at - line;
      if (at >= lineEnd) {
        if (column >= 0 && lineEnd - line > column) {
          throw new Unsure();
        }
        blank = column < 0 ? Math.max(blank, lineEnd - line) : blank;
      } else if (indent <= parent) {
        break;
      } else if (column < 0) {
        column = indent;
        end = lineEnd;
      } else if (indent < column) {
        throw new Unsure();
      } else {
        end = lineEnd;
      }
      if (text.charCodeAt(at) === 0x09) {
        throw new Unsure();
      }
      line = next;
    }
    if (end < 0 || blank > column || this.#hasOddCharacters(start, end)) {
      throw new Unsure();
    }
    this.#tape.add(tapeKind.literal, start, end, column);
    this.#at = end;
    this.#toContent();
    if (this.#column > parent) {
      throw new Unsure();
    }
    return end;
  }

  #hasOddCharacters(start: number, end: number): boolean {
    for (let at = start; at < end; at++) {
      const code = this.#text.charCodeAt(at);
      if (code > 0x7e) {
        at = this.#checkWide(at, code);
      } else if (code < 0x20 && code !== 0x0a && code !== 0x09) {
        if (code !== 0x0d || this.#text.charCodeAt(at + 1) !== 0x0a) {
          return true;
        }
      }
    }
    return false;
  }

  /** A collection in brackets, on one line. */
  #flow(start: number, depth: number): number {
    this.#descend(depth, start);
    const text = this.#text;
    const tape = this.#tape;
    const isMap = text.charCodeAt(start) === 0x7b;
    const close = isMap ? 0x7d : 0x5d;
    const index = tape.add(isMap ? tapeKind.object : tapeKind.array, start, start, 0);
    let at = this.#spaces(start + 1);
    while (text.charCodeAt(at) !== close) {
      if (isMap) {
        const end = this.#flowScalar(at, true);
        const kind =
          this.#kind === tapeKind.quoted || this.#kind === tapeKind.escaped || this.#kind === tapeKind.single
            ? this.#kind
            : tapeKind.plain;
        tape.add(kind, at, end, 0);
        if (kind === tapeKind.plain && text.startsWith('<<', at) && end - at === 2) {
          throw new Unsure();
        }
        at = this.#spaces(end);
        if (text.charCodeAt(at) !== 0x3a || text.charCodeAt(at + 1) !== 0x20) {
          throw new Unsure();
        }
        at = this.#spaces(at + 1);
      }
      const code = text.charCodeAt(at);
      if (code === 0x5b || code === 0x7b) {
        at = this.#flow(at, depth + 1);
      } else {
        const end = this.#flowScalar(at, false);
        tape.add(this.#kind, at, end, 0);
        at = end;
      }
      at = this.#spaces(at);
      if (text.charCodeAt(at) === 0x2c) {
        at = this.#spaces(at + 1);
        if (text.charCodeAt(at) === close) {
          throw new Unsure();
        }
      } else if (text.charCodeAt(at) !== close) {
        throw new Unsure();
      }
    }
    if (at >= this.#end) {
      throw new Unsure();
    }
    tape.close(index, at + 1);
    return at + 1;
  }

  #spaces(at: number): number {
    while (this.#text.charCodeAt(at) === 0x20) {
      at++;
    }
    return at;
  }

  #flowScalar(start: number, key: boolean): number {
    const text = this.#text;
    const code = text.charCodeAt(start);
    if (code === 0x22) {
      return this.#double(start);
    }
    if (code === 0x27) {
      return this.#single(start);
    }
    this.#checkStart(start);
    let end = start;
    for (let at = start; ; at++) {
      const each = text.charCodeAt(at);
      if (each === 0x2c || each === 0x5d || each === 0x7d) {
        break;
      }
      if (each === 0x3a) {
        const next = text.charCodeAt(at + 1);
        if (next === 0x20) {
          if (!key) {
            throw new Unsure();
          }
          break;
        }
        if (
          !(next > 0x20) ||
          next === 0x2c ||
          next === 0x5d ||
          next === 0x7d ||
          next === 0x5b ||
          next === 0x7b
        ) {
          throw new Unsure();
        }
        end = at + 1;
      } else if (each === 0x20) {
        if (text.charCodeAt(at + 1) === 0x23) {
          throw new Unsure();
        }
      } else if (!(each > 0x20) || each === 0x5b || each === 0x7b || at >= this.#end) {
        throw new Unsure();
      } else {
        at = each > 0x7e ? this.#checkWide(at, each) : at;
        end = at + 1;
      }
    }
    const kind = plainKind(text, start, end);
    if (kind === undefined || end === start) {
      throw new Unsure();
    }
    this.#kind = kind;
    return end;
  }

  #descend(depth: number, at = this.#at): void {
    if (depth >= maximumDepth) {
      throw new TooDeep(at);
    }
  }
}
