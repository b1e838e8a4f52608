import type { SyntaxNode } from '../syntaxNode.ts';
import type { TextRange } from '../text.ts';
import { plainKind, scalarNode, type ScalarKind } from './plainScalar.ts';

/** The text is not of the plain kind that this reader knows for certain, so the library reads it. */
export class Unsure extends Error {}

/** One error object is enough: a broken rule throws it after every key, and its stack is never used. */
export const unsure = new Unsure();

/** The reader takes scalars on one line; each method returns the offset behind the scalar. */
export class YamlScalars {
  readonly #text: string;
  readonly #end: number;
  /** The kind is that of the last scalar. */
  kind: ScalarKind = 'plain';
  /** The offset is that of the colon that makes the scanned text a key; it is -1 without a colon. */
  colon = -1;
  /** Offset of the text from which the ranges of nodes count. */
  base = 0;

  constructor(text: string, end: number) {
    this.#text = text;
    this.#end = end;
  }

  range(start: number, end: number): TextRange {
    return { start: start - this.base, end: end - this.base };
  }

  /** The scalar that was read last, between these places. */
  node(start: number, end: number): SyntaxNode {
    return scalarNode(this.kind, this.#text, start, end, this.range(start, end));
  }

  plain(start: number): number {
    const end = this.scan(start);
    const kind = plainKind(this.#text, start, end);
    if (this.colon >= 0 || kind === undefined) {
      throw unsure;
    }
    this.kind = kind;
    return end;
  }

  /** The result is the end of an unquoted scalar without its last spaces. The method notes a colon behind a key. */
  scan(start: number): number {
    const text = this.#text;
    this.checkStart(start);
    this.colon = -1;
    let end = start;
    for (let at = start; at < this.#end; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x3a) {
        if (at + 1 >= this.#end || this.isSpace(text.charCodeAt(at + 1))) {
          this.colon = at;
          return end;
        }
        end = at + 1;
      } else if (code === 0x20) {
        if (text.charCodeAt(at + 1) === 0x23) {
          return end;
        }
      } else if (code > 0x20) {
        if (code > 0x7e) {
          at = this.checkWide(at, code);
        }
        end = at + 1;
      } else if (code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) === 0x0a)) {
        return end;
      } else {
        throw unsure;
      }
    }
    return end;
  }

  /** Characters that mean something at the start of a scalar. */
  checkStart(start: number): void {
    const text = this.#text;
    const code = text.charCodeAt(start);
    const next = text.charCodeAt(start + 1);
    const document =
      this.#isLineStart(start) && (text.startsWith('---', start) || text.startsWith('...', start));
    if (
      ',[]{}#&*!|>\'"%@`?:'.includes(String.fromCharCode(code)) ||
      document ||
      (code === 0x2d && !(next > 0x20))
    ) {
      throw unsure;
    }
  }

  /** Line breaks of other standards, byte order marks and halves of characters are left to the library. */
  checkWide(at: number, code: number): number {
    if (code <= 0x9f || code === 0x2028 || code === 0x2029 || code >= 0xfdd0) {
      throw unsure;
    }
    if (code >= 0xd800 && code <= 0xdfff) {
      const low = this.#text.charCodeAt(at + 1);
      if (code >= 0xdc00 || !(low >= 0xdc00 && low <= 0xdfff)) {
        throw unsure;
      }
      return at + 1;
    }
    return at;
  }

  double(start: number): number {
    const text = this.#text;
    this.kind = 'double';
    for (let at = start + 1; at < this.#end; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x22) {
        return at + 1;
      }
      if (code === 0x5c) {
        this.kind = 'escaped';
        at = this.#escape(at);
      } else if (code > 0x7e) {
        at = this.checkWide(at, code);
      } else if (code < 0x20) {
        break;
      }
    }
    throw unsure;
  }

  /** Offset of the last character of an escape. */
  #escape(at: number): number {
    const letter = this.#text.charAt(at + 1);
    const digits = letter === 'u' ? 4 : letter === 'x' ? 2 : 0;
    if (digits === 0) {
      if (letter === '' || !'0abtnvfre "/\\N_LP'.includes(letter)) {
        throw unsure;
      }
      return at + 1;
    }
    const end = at + 2 + digits;
    if (
      !/^[0-9a-fA-F]{2,4}$/.test(this.#text.slice(at + 2, end)) ||
      /[dD][89a-fA-F]/.test(this.#text.slice(at + 2, at + 4)) ||
      end > this.#end
    ) {
      throw unsure;
    }
    return end - 1;
  }

  single(start: number): number {
    const text = this.#text;
    this.kind = 'single';
    for (let at = start + 1; at < this.#end; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x27) {
        if (text.charCodeAt(at + 1) !== 0x27) {
          return at + 1;
        }
        at++;
      } else if (code > 0x7e) {
        at = this.checkWide(at, code);
      } else if (code < 0x20) {
        break;
      }
    }
    throw unsure;
  }

  hasOddCharacters(start: number, end: number): boolean {
    for (let at = start; at < end; at++) {
      const code = this.#text.charCodeAt(at);
      if (code > 0x7e) {
        at = this.checkWide(at, code);
      } else if (code < 0x20 && code !== 0x0a && code !== 0x09) {
        if (code !== 0x0d || this.#text.charCodeAt(at + 1) !== 0x0a) {
          return true;
        }
      }
    }
    return false;
  }

  isSpace(code: number): boolean {
    return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
  }

  #isLineStart(at: number): boolean {
    return at === 0 || this.#text.charCodeAt(at - 1) === 0x0a;
  }
}
