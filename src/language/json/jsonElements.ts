import type { RuleText } from '../layout/piece.ts';
import type { KnownRules } from '../reading/knownRules.ts';
import { Tape } from '../reading/tape.ts';
import type { StructureProblem } from '../ruleView.ts';
import { ruleDepth, trailingComma, type JsonRules } from './jsonRule.ts';
import { JsonScanner } from './scanJson.ts';

const none: readonly StructureProblem[] = [];

/**
 * Takes the rules of an array apart, one per step, from a text in which they stand (a whole document, or some rules and
 * their separators). Behind a broken rule it goes on where the next one seems to begin.
 */
export class JsonElements {
  readonly rules: RuleText[] = [];
  readonly #text: string;
  readonly #reader: JsonRules;
  readonly #known: KnownRules | undefined;
  readonly #scanner: JsonScanner;
  readonly #tape = new Tape();
  /** Where the next rule begins; behind the last step the closing bracket or the end of the text. */
  at: number;

  constructor(text: string, at: number, reader: JsonRules, known?: KnownRules) {
    this.#text = text;
    this.at = at;
    this.#reader = reader;
    this.#known = known;
    this.#scanner = new JsonScanner(text, this.#tape);
  }

  /** Reads one rule; false when it was the last. */
  step(): boolean {
    const scanner = this.#scanner;
    const start = this.at;
    this.#tape.clear();
    scanner.flaws = [];
    const end = scanner.value(start, ruleDepth);
    const behind = end < 0 ? -1 : scanner.space(end);
    if (behind < 0) {
      return this.#recover(start);
    }
    const code = this.#text.charCodeAt(behind);
    if (code === 0x2c) {
      const next = scanner.space(behind + 1);
      if (next < 0) {
        return this.#recover(start);
      }
      const closed = this.#text.charCodeAt(next) === 0x5d;
      return this.#add(start, end, next, closed ? trailingComma(behind - start) : undefined, !closed);
    }
    if (code === 0x5d || behind >= this.#text.length) {
      return this.#add(start, end, behind, undefined, false);
    }
    return this.#recover(start);
  }

  #add(start: number, end: number, next: number, flaw: StructureProblem | undefined, more: boolean): boolean {
    const text = this.#text.slice(start, next);
    const { flaws } = this.#scanner;
    const slice =
      this.#known?.slice(text.slice(0, end - start)) ??
      this.#reader.slice(this.#text, start, end, this.#tape, flaws);
    const problems = flaw ? [flaw] : none;
    this.rules.push({
      text,
      rule: { start: 0, end: end - start, slice, problems, sound: true, entangled: [] },
    });
    this.at = next;
    return more && next < this.#text.length;
  }

  #recover(start: number): boolean {
    const { at, last } = nextRule(this.#text, start);
    const text = this.#text.slice(start, at);
    this.rules.push({ text, rule: this.#reader.read(text, last) });
    this.at = at;
    return !last;
  }
}

/** Where the rule behind the broken one at `start` begins: at the same indentation, else behind the brackets. */
function nextRule(text: string, start: number): { at: number; last: boolean } {
  const newline = text.lastIndexOf('\n', start - 1);
  const indent = start > 0 ? text.slice(newline + 1, start) : undefined;
  if (indent === undefined || indent.trim() !== '') {
    return behindBrackets(text, start);
  }
  const found = text.indexOf(`\n${indent}{`, start);
  const limit = found < 0 ? text.length : found;
  const closing = closingLine(text, start, limit, indent.length);
  if (closing >= 0) {
    return { at: closing, last: true };
  }
  return found < 0 ? behindBrackets(text, start) : { at: found + 1 + indent.length, last: false };
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

function behindBrackets(text: string, start: number): { at: number; last: boolean } {
  const token = /"(?:[^"\\\r\n]|\\.)*"?|[[\]{}]/g;
  token.lastIndex = start;
  let depth = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const bracket = match[0];
    depth += bracket === '{' || bracket === '[' ? 1 : bracket === '}' || bracket === ']' ? -1 : 0;
    if (depth < 0) {
      return { at: match.index, last: true };
    }
    if (depth === 0) {
      const next = /\s*,\s*(?=[^\s\]])/y;
      next.lastIndex = token.lastIndex;
      if (next.test(text) && next.lastIndex < text.length) {
        return { at: next.lastIndex, last: false };
      }
    }
  }
  return { at: text.length, last: true };
}
