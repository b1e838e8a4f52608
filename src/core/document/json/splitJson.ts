import { problem, problemsOfNode, type StructureProblem } from '../reading/problems.ts';
import {
  ruleDepth,
  type ListPlace,
  type Piece,
  type RuleList,
  type RulePiece,
  type SpellingReader,
  type SplitRequest,
  type TextReading,
} from '../reading/pieces.ts';
import { readWrongRule, sliceOf, trailingComma, JsonNodeScanner } from './jsonRule.ts';
import { readTolerantly } from './tolerantJson.ts';

export const jsonReader: SpellingReader = {
  split: (request, keys) => new JsonSplitter(request, keys).split(request.from),
  readText: readJsonText,
  readBroken: (text, list) => readWrongRule(text, list, false, text.length),
};

/** Reads a JSON text at once. Comments are allowed. */
function readJsonText(text: string): TextReading {
  const scanner = new JsonNodeScanner(text);
  const start = scanner.space(text.charCodeAt(0) === 0xfeff ? 1 : 0);
  if (start >= text.length) {
    return { root: undefined, problems: [], fatal: false };
  }
  const end = start < 0 ? -1 : scanner.value(start, 0);
  const root = scanner.lastValue;
  const behind = end < 0 ? -1 : scanner.space(end);
  const problems = [...scanner.flaws];
  if (behind >= text.length) {
    problemsOfNode(root, problems);
    return { root, problems, fatal: false };
  }
  const error = behind < 0 ? scanner.error : undefined;
  const at = Math.max(0, Math.min(error?.at ?? behind, text.length - 1));
  const range = { start: at, end: Math.max(at + 1, Math.min(error?.end ?? text.length, text.length)) };
  const message = error?.message ?? 'nothing may follow the closing bracket';
  problems.push(problem(error?.code ?? 'syntax', message, range, true));
  const lead = text.charCodeAt(0) === 0xfeff ? ` ${text.slice(1)}` : text;
  return { root: readTolerantly(lead), problems, fatal: true };
}

/** The scanner needs this number of characters to see the next token: an escaped character of two halves. */
const MAX_TOKEN = 12;

/** All reading ahead together covers at most this many lengths of the text, so recovery stays linear. */
const MAX_READINGS = 16;

interface NextRule {
  readonly at: number;
  /** The list ends here, with its closing bracket or the end of the text. */
  readonly isLast: boolean;
  /** The reach is the end of the text that was read. */
  readonly reach: number;
}

/** Takes a document apart into its rules. Behind a broken rule it goes on where the next one seems to begin. */
class JsonSplitter {
  readonly #text: string;
  readonly #known: SplitRequest['known'];
  readonly #scanner: JsonNodeScanner;
  readonly #rules: JsonNodeScanner;
  /** Reading ahead may take this many characters more: they are read again with their own rules. */
  #ahead: number;
  readonly #left: Set<string>;
  /** The text before this offset is already in pieces. */
  #cut: number;
  /** The text around the lists was looked at up to this offset, in search of a list behind a mistake. */
  #searched = 0;

  constructor({ text, known, from }: SplitRequest, keys: readonly string[]) {
    this.#text = text;
    this.#known = known;
    this.#scanner = new JsonNodeScanner(text);
    this.#rules = new JsonNodeScanner(text);
    this.#ahead = MAX_READINGS * text.length;
    this.#left = new Set(from?.list.left ?? keys);
    this.#cut = from?.at ?? 0;
  }

  *split(from: ListPlace | undefined): Generator<Piece, void, void> {
    yield* this.#members(from ? yield* this.#list(from) : this.#begin());
    yield this.#outside(this.#text.length);
  }

  /** The result is the offset of the first field; it is -2 when the text begins without an object. */
  #begin(): number {
    const text = this.#text;
    const at = this.#scanner.space(text.charCodeAt(0) === 0xfeff ? 1 : 0);
    return at >= 0 && text.charCodeAt(at) === 0x7b ? this.#scanner.space(at + 1) : -2;
  }

  /** The reader starts at the field at `at`, or at the next list where `at` is -1. */
  *#members(from: number): Generator<Piece, void, void> {
    const text = this.#text;
    const scanner = this.#scanner;
    let searched = 0;
    for (let at = from; at !== -2 && at < text.length;) {
      if (at < 0 || text.charCodeAt(at) !== 0x22) {
        if (text.charCodeAt(at) === 0x7d) {
          return;
        }
        const { error } = scanner;
        this.#searched = error?.atEnd ? Infinity : Math.max(this.#searched, (error?.end ?? at) + MAX_TOKEN);
        at = nextList(text, Math.max(searched, at, error?.at ?? 0), this.#left);
        if (at === -2) {
          return;
        }
        searched = at + 1;
      }
      const value = scanner.toMember(at);
      const { key } = scanner;
      if (value < 0) {
        at = -1;
        continue;
      }
      const isList = this.#left.delete(key) && text.charCodeAt(value) === 0x5b;
      const first = isList ? scanner.space(value + 1) : -1;
      if (isList && first >= 0 && first < text.length && text.charCodeAt(first) !== 0x5d) {
        yield this.#outside(first);
        at = yield* this.#list({ list: { key, column: -1, left: [...this.#left] }, at: first });
      } else {
        at = this.#behind(isList ? (first < 0 ? -1 : first + 1) : scanner.value(value, 1));
      }
    }
  }

  /** The next field begins behind the one that ends at `end`; the result is -1 when it cannot be found. */
  #behind(end: number): number {
    const at = end < 0 ? -1 : this.#scanner.space(end);
    return at >= 0 && this.#text.charCodeAt(at) === 0x2c ? this.#scanner.space(at + 1) : at;
  }

  #outside(end: number): Piece {
    const text = this.#text.slice(this.#cut, end);
    return { text, reach: Math.max(text.length + 1, this.#searched - this.#cut) };
  }

  /** The reader takes rules from a place on and returns the offset of the next field behind them. */
  *#list({ list, at }: ListPlace): Generator<Piece, number, void> {
    this.#cut = at;
    for (let isLast = false; !isLast;) {
      const rule = this.#rule(list);
      yield rule.piece;
      this.#cut += rule.piece.text.length;
      ({ isLast } = rule);
    }
    const isClosed = this.#text.charCodeAt(this.#cut) === 0x5d;
    return this.#behind(isClosed ? this.#cut + 1 : this.#text.length);
  }

  #rule(list: RuleList): { readonly piece: RulePiece; readonly isLast: boolean } {
    const text = this.#text;
    const scanner = this.#rules;
    const start = this.#cut;
    scanner.base = start;
    scanner.flaws = [];
    const end = scanner.value(start, ruleDepth);
    const behind = end < 0 ? -1 : scanner.space(end);
    const code = text.charCodeAt(behind);
    if (behind >= 0 && code === 0x2c) {
      const next = scanner.space(behind + 1);
      const isLast = text.charCodeAt(next) === 0x5d;
      if (next >= 0) {
        const problems = isLast ? [trailingComma(behind - start)] : none;
        return { piece: this.#piece(list, end, next, problems), isLast: isLast || next >= text.length };
      }
    } else if (behind >= 0 && (code === 0x5d || behind >= text.length)) {
      return { piece: this.#piece(list, end, behind, none), isLast: true };
    }
    const { error } = scanner;
    const isOpen = behind < 0 || code === 0x2c ? (error?.atEnd ?? true) : false;
    const reached = isOpen ? text.length : behind < 0 || code === 0x2c ? error!.end : behind;
    const next = this.#nextRule(start, reached);
    const reach = isOpen ? Infinity : Math.max(next.reach, reached + MAX_TOKEN) - start;
    const piece = readWrongRule(text.slice(start, next.at), list, next.isLast, reach);
    return { piece, isLast: next.isLast };
  }

  /**
   * The next rule begins at the same indentation, or else behind the brackets. `reached` is the end of the read text. A
   * comment can hide all rules from each other, and each rule would then read the rest of the text. After too much
   * reading the rest becomes one broken rule.
   */
  #nextRule(start: number, reached: number): NextRule {
    const text = this.#text;
    if (this.#ahead < 0) {
      return { at: text.length, isLast: true, reach: Infinity };
    }
    const indent = indentation(text, start);
    const next =
      (indent === undefined ? undefined : this.#atIndentation(start, indent)) ?? behindBrackets(text, start);
    this.#ahead -= Math.max(0, reached - next.at);
    return next;
  }

  #atIndentation(start: number, indent: string): NextRule | undefined {
    const text = this.#text;
    const newline = text.indexOf(`\n${indent}{`, start);
    const closing = closingLine(text, start, newline < 0 ? text.length : newline, indent.length);
    if (closing >= 0) {
      return { at: closing, isLast: true, reach: closing + 1 };
    }
    if (newline < 0) {
      this.#ahead -= text.length - start;
      return undefined;
    }
    const at = newline + 1 + indent.length;
    return { at, isLast: false, reach: at + 1 };
  }

  #piece(list: RuleList, end: number, next: number, problems: readonly StructureProblem[]): RulePiece {
    const start = this.#cut;
    const text = this.#text.slice(start, next);
    const slice = this.#known?.get(text.slice(0, end - start)) ?? sliceOf(this.#rules, start, end);
    return { text, reach: text.length + 1, list, slice, problems };
  }
}

const none: readonly StructureProblem[] = [];

/** The function finds the key of the next list in a broken document. */
function nextList(text: string, from: number, keys: ReadonlySet<string>): number {
  const list = /"(\w+)"[ \t\r\n]*:[ \t\r\n]*\[/g;
  list.lastIndex = from;
  for (let match = list.exec(text); match; match = list.exec(text)) {
    if (keys.has(match[1]!)) {
      return match.index;
    }
  }
  return -2;
}

/** The result is the space at the start of the line; it is undefined when other text precedes `start` there. */
function indentation(text: string, start: number): string | undefined {
  let from = start;
  while (from > 0 && ' \t\r'.includes(text.charAt(from - 1))) {
    from--;
  }
  const begins = start > 0 && (from === 0 || text.charCodeAt(from - 1) === 0x0a);
  return begins ? text.slice(from, start) : undefined;
}

/** A line that begins with `]` and is indented less, where it can be. */
function closingLine(text: string, start: number, end: number, column: number): number {
  for (let line = text.indexOf('\n', start); line >= 0 && line < end; line = text.indexOf('\n', line + 1)) {
    let at = line + 1;
    while (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09) {
      at++;
    }
    if (text.charCodeAt(at) === 0x5d && at - line - 1 < Math.max(column, 1)) {
      return at;
    }
  }
  return -1;
}

/** The rule ends where the brackets opened from `start` on are closed and a comma follows. */
function behindBrackets(text: string, start: number): NextRule {
  const token = /"(?:[^"\\\r\n]|\\.)*"?|[[\]{}]/g;
  token.lastIndex = start;
  let depth = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const bracket = match[0];
    depth += bracket === '{' || bracket === '[' ? 1 : bracket === '}' || bracket === ']' ? -1 : 0;
    if (depth < 0) {
      return { at: match.index, isLast: true, reach: Infinity };
    }
    if (depth === 0) {
      const next = /\s*,\s*(?=[^\s\]])/y;
      next.lastIndex = token.lastIndex;
      if (next.test(text) && next.lastIndex < text.length) {
        return { at: next.lastIndex, isLast: false, reach: Infinity };
      }
    }
  }
  return { at: text.length, isLast: true, reach: Infinity };
}
