import { unescaped } from '../../json/unescaped.ts';
import { MAX_DEPTH } from '../reading/problems.ts';
import type { SyntaxMember, SyntaxNode } from '../syntaxNode.ts';
import type { TextRange } from '../text.ts';
import { plainNode } from './plainScalar.ts';

/** YAML readers take a longer key only behind a `?`. */
export const MAX_KEY_LENGTH = 1000;

/** The text is not of the plain kind that this reader knows for certain, so the library reads it. */
export class Unsure extends Error {}

/** One error object is enough: a broken rule throws it after every key, and its stack is never used. */
export const unsure = new Unsure();

/** Collections are nested deeper than a document may be. */
export class TooDeep extends Error {
  readonly at: number;

  constructor(at: number) {
    super();
    this.at = at;
  }
}

/** Line breaks of other standards, byte order marks and halves of characters are left to the library. */
const odd = /[^\P{Cc}\t\n\r]|[\u2028\u2029\ud800-\udfff\ufdd0-\uffff]|\r(?!\n)/u;

/*
 * The patterns search for the end of a text: the engine has too little memory for matches of many alternatives in
 * texts of millions of characters.
 */
const endOfDouble = /["\\\t\r\n]/g;
const endOfSingle = /['\t\r\n]/g;
const escape =
  /\\(?:[0abtnvfre "/\\N_LP]|x(?![dD][89a-fA-F])[0-9a-fA-F]{2}|u(?![dD][89a-fA-F])[0-9a-fA-F]{4})/y;
/** A text without quotes ends before a colon with space behind it, and before a comment with space in front. */
const endOfPlain = /[\t\r\n]|:(?=[ \t\r\n]|$)|(?<= )#/g;
/** Between brackets it also ends before a comma and before a bracket. */
const endInFlow = /[\t\r\n,[\]{}]|:(?=[ \t\r\n,[\]{}]|$)|(?<= )#/g;
/** Characters that mean something at the start of a scalar, and lines that begin or end a document. */
const reserved = /[,[\]{}#&*!|>'"%@`?:]|-(?=[\s,[\]{}]|$)|(?<![^\n])(?:---|\.\.\.)/y;

/**
 * The reader takes scalars on one line, and collections in brackets: on one line, or over several where nothing around
 * them minds their indentation. Each method returns the offset behind the text that it took.
 */
export class YamlScalars {
  protected readonly text: string;
  protected readonly end: number;
  /** The value that was read last. */
  protected node: SyntaxNode | undefined;
  /** The text of the scalar that was read last. */
  protected content = '';
  protected isQuoted = false;
  /** The offset is that of the colon that makes the scanned text a key; it is -1 without a colon. */
  protected colon = -1;
  /** Offset of the text from which the ranges of nodes count. */
  protected base = 0;
  /** The collection in brackets may take several lines. */
  #lines = false;

  constructor(text: string, end: number) {
    this.text = text;
    this.end = end;
  }

  protected range(start: number, end: number): TextRange {
    return { start: start - this.base, end: end - this.base };
  }

  /** Makes the node of the scalar that was read last, between these places. */
  protected makeScalar(start: number, end: number): void {
    const range = this.range(start, end);
    this.node = this.isQuoted
      ? { kind: 'string', range, value: this.content }
      : plainNode(this.content, range);
    if (!this.node) {
      throw unsure;
    }
  }

  /** `depth` counts the collections around the one at `at`. */
  protected checkDepth(depth: number, at: number): void {
    if (depth >= MAX_DEPTH) {
      throw new TooDeep(at);
    }
  }

  /** Throws where the text from `start` on has characters that only the library knows. */
  protected checkCharacters(start: number): void {
    if (odd.test(this.text.slice(start, this.end))) {
      throw unsure;
    }
  }

  /** Reads a text in quotes; -1 at another character. */
  protected quoted(start: number): number {
    const { text } = this;
    const code = text.charCodeAt(start);
    if (code !== 0x22 && code !== 0x27) {
      return -1;
    }
    const isSingle = code === 0x27;
    let isEscaped = false;
    for (let at = start + 1; at >= 0 && at < this.end;) {
      const stop = this.#stop(isSingle ? endOfSingle : endOfDouble, at);
      const stopCode = text.charCodeAt(stop);
      if (stopCode === code && !(isSingle && text.charCodeAt(stop + 1) === code)) {
        const written = text.slice(start + 1, stop);
        this.isQuoted = true;
        this.content = !isEscaped ? written : isSingle ? written.replaceAll("''", "'") : unescaped(written);
        return stop + 1;
      }
      isEscaped = true;
      at = stopCode === 0x5c ? this.#match(escape, stop) : stopCode === code ? stop + 2 : -1;
    }
    throw unsure;
  }

  /** Reads an unquoted scalar without its last spaces, and notes a colon behind a key. */
  protected plain(start: number): number {
    const stop = this.#stopOfPlain(endOfPlain, start);
    const code = this.text.charCodeAt(stop);
    this.colon = code === 0x3a ? stop : -1;
    if (code === 0x09) {
      throw unsure;
    }
    return this.#endOfPlain(start, stop);
  }

  /** Reads an unquoted scalar between brackets. The caller looks at the character behind it. */
  #plainInFlow(start: number): number {
    const stop = this.#stopOfPlain(endInFlow, start);
    if (stop === start || stop >= this.end) {
      throw unsure;
    }
    return this.#endOfPlain(start, stop);
  }

  /** Offset behind the collection at `start`; `lines`: it may take several. */
  protected flow(start: number, depth: number, lines: boolean): number {
    this.#lines = lines;
    return this.#collection(start, depth);
  }

  #collection(start: number, depth: number): number {
    this.checkDepth(depth, start);
    const { text } = this;
    const isMap = text.charCodeAt(start) === 0x7b;
    const close = isMap ? 0x7d : 0x5d;
    const members: SyntaxMember[] = [];
    const items: SyntaxNode[] = [];
    let at = this.#spaces(start + 1);
    while (text.charCodeAt(at) !== close) {
      const key = at;
      let keyEnd = at;
      let name = '';
      if (isMap) {
        keyEnd = this.#scalarInFlow(at, true);
        name = this.content;
        at = this.blanks(keyEnd);
        if (
          keyEnd - key > MAX_KEY_LENGTH ||
          text.charCodeAt(at) !== 0x3a ||
          (!this.isQuoted && (name === '<<' || text.charCodeAt(at + 1) !== 0x20))
        ) {
          throw unsure;
        }
        at = this.#spaces(at + 1);
      }
      at = this.#valueInFlow(at, depth);
      const value = this.node as SyntaxNode;
      if (isMap) {
        members.push({ key: name, keyRange: this.range(key, keyEnd), value });
      } else {
        items.push(value);
      }
      at = this.#spaces(at);
      if (text.charCodeAt(at) === 0x2c) {
        at = this.#spaces(at + 1);
        if (text.charCodeAt(at) === close) {
          throw unsure;
        }
      } else if (text.charCodeAt(at) !== close) {
        throw unsure;
      }
    }
    if (at >= this.end) {
      throw unsure;
    }
    const range = this.range(start, at + 1);
    this.node = isMap ? { kind: 'object', range, members } : { kind: 'array', range, items };
    return at + 1;
  }

  #valueInFlow(start: number, depth: number): number {
    const code = this.text.charCodeAt(start);
    if (code === 0x5b || code === 0x7b) {
      return this.#collection(start, depth + 1);
    }
    const end = this.#scalarInFlow(start, false);
    this.makeScalar(start, end);
    return end;
  }

  #spaces(at: number): number {
    const { text } = this;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) === 0x0a)) {
        if (!this.#lines) {
          throw unsure;
        }
      } else if (code !== 0x20) {
        return at;
      }
      at++;
    }
  }

  /** The result is true when only space separates the line break from the next comma or closing bracket. */
  #endsAt(at: number): boolean {
    const code = this.#lines ? this.text.charCodeAt(this.#spaces(at)) : 0;
    return code === 0x2c || code === 0x5d || code === 0x7d;
  }

  #scalarInFlow(start: number, isKey: boolean): number {
    const quoted = this.quoted(start);
    if (quoted >= 0) {
      return quoted;
    }
    const end = this.#plainInFlow(start);
    const next = this.blanks(end);
    const code = this.text.charCodeAt(next);
    const isEnd = code === 0x2c || code === 0x5d || code === 0x7d;
    if (!isEnd && !(isKey ? code === 0x3a : code < 0x20 && this.#endsAt(next))) {
      throw unsure;
    }
    return end;
  }

  /** Spaces on the present line. */
  protected blanks(at: number): number {
    while (this.text.charCodeAt(at) === 0x20) {
      at++;
    }
    return at;
  }

  #endOfPlain(start: number, stop: number): number {
    let end = stop;
    while (this.text.charCodeAt(end - 1) === 0x20) {
      end--;
    }
    this.isQuoted = false;
    this.content = this.text.slice(start, end);
    return end;
  }

  #stopOfPlain(pattern: RegExp, start: number): number {
    if (this.#match(reserved, start) >= 0) {
      throw unsure;
    }
    return this.#stop(pattern, start);
  }

  /** The first place of a character of the pattern. */
  #stop(pattern: RegExp, at: number): number {
    const behind = this.#match(pattern, at);
    return behind < 0 ? this.end : Math.min(behind - 1, this.end);
  }

  #match(pattern: RegExp, at: number): number {
    pattern.lastIndex = at;
    return pattern.test(this.text) ? pattern.lastIndex : -1;
  }
}
