import type { SyntaxNode } from '../syntaxNode.ts';
import type { TextRange } from '../text.ts';
import { plainKind, scalarNode, type ScalarKind } from './plainScalar.ts';

/** The text is not of the plain kind that this reader knows for certain, so the library reads it. */
export class Unsure extends Error {}

/** One error object is enough: a broken rule throws it after every key, and its stack is never used. */
export const unsure = new Unsure();

/** Line breaks of other standards, byte order marks and halves of characters are left to the library. */
const odd = /[^\P{Cc}\t\n\r]|[\u2028\u2029\ud800-\udfff\ufdd0-\uffff]|\r(?!\n)/u;

const double = /"[^"\\\t\r\n]*"/y;
const escapedDouble =
  /"(?:[^"\\\t\r\n]|\\(?:[0abtnvfre "/\\N_LP]|x(?![dD][89a-fA-F])[0-9a-fA-F]{2}|u(?![dD][89a-fA-F])[0-9a-fA-F]{4}))*"/y;
const single = /'(?:[^'\t\r\n]|'')*'(?!')/y;
/** A text without quotes ends before a colon with space behind it, and before a comment with space in front. */
const plain = /(?:[^:#\t\r\n]|:(?![ \t\r\n]|$)|(?<! )#)*/y;
/** Between brackets it also ends before a comma and before a bracket. */
const plainInFlow = /(?:[^:#\t\r\n,[\]{}]|:(?![ \t\r\n,[\]{}]|$)|(?<! )#)*/y;
/** Characters that mean something at the start of a scalar, and lines that begin or end a document. */
const reserved = /[,[\]{}#&*!|>'"%@`?:]|-(?=[\s,[\]{}]|$)|(?<![^\n])(?:---|\.\.\.)/y;

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

  /** Throws where the text from `start` on has characters that only the library knows. */
  checkCharacters(start: number): void {
    if (odd.test(this.#text.slice(start, this.#end))) {
      throw unsure;
    }
  }

  /** Reads a text in quotes; -1 at another character. */
  quoted(start: number): number {
    const code = this.#text.charCodeAt(start);
    if (code !== 0x22 && code !== 0x27) {
      return -1;
    }
    this.kind = code === 0x27 ? 'single' : 'double';
    let end = this.#match(code === 0x27 ? single : double, start);
    if (end < 0 && code === 0x22) {
      this.kind = 'escaped';
      end = this.#match(escapedDouble, start);
    }
    if (end < 0 || end > this.#end) {
      throw unsure;
    }
    return end;
  }

  plain(start: number): number {
    const end = this.scan(start);
    if (this.colon >= 0) {
      throw unsure;
    }
    this.#readKind(start, end);
    return end;
  }

  /** The result is the end of an unquoted scalar without its last spaces. The method notes a colon behind a key. */
  scan(start: number): number {
    const text = this.#text;
    const stop = this.#matchPlain(plain, start);
    const code = text.charCodeAt(stop);
    this.colon = code === 0x3a ? stop : -1;
    if (code === 0x09) {
      throw unsure;
    }
    return this.#withoutSpaces(stop);
  }

  /** Reads an unquoted scalar between brackets. The caller looks at the character behind it. */
  plainInFlow(start: number): number {
    const stop = this.#matchPlain(plainInFlow, start);
    if (stop === start || stop >= this.#end) {
      throw unsure;
    }
    const end = this.#withoutSpaces(stop);
    this.#readKind(start, end);
    return end;
  }

  /** Spaces on the present line. */
  blanks(at: number): number {
    while (this.#text.charCodeAt(at) === 0x20) {
      at++;
    }
    return at;
  }

  isSpace(code: number): boolean {
    return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
  }

  #withoutSpaces(end: number): number {
    while (this.#text.charCodeAt(end - 1) === 0x20) {
      end--;
    }
    return end;
  }

  #readKind(start: number, end: number): void {
    const kind = plainKind(this.#text, start, end);
    if (kind === undefined) {
      throw unsure;
    }
    this.kind = kind;
  }

  #matchPlain(pattern: RegExp, start: number): number {
    if (this.#match(reserved, start) >= 0) {
      throw unsure;
    }
    return this.#match(pattern, start);
  }

  #match(pattern: RegExp, at: number): number {
    pattern.lastIndex = at;
    return pattern.test(this.#text) ? pattern.lastIndex : -1;
  }
}
