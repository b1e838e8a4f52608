import type { RuleText } from '../chunks/chunk.ts';
import type { KnownRules } from '../parser/knownRules.ts';
import { Tape } from '../parser/tape.ts';
import type { StructureProblem } from '../ruleView.ts';
import { ruleDepth, trailingComma, type JsonRules } from './jsonRule.ts';
import { JsonRecovery } from './jsonRecovery.ts';
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
  readonly #recovery: JsonRecovery;
  /** Where the next rule begins; behind the last step the closing bracket or the end of the text. */
  at: number;

  constructor(text: string, at: number, reader: JsonRules, known?: KnownRules) {
    this.#text = text;
    this.at = at;
    this.#reader = reader;
    this.#known = known;
    this.#scanner = new JsonScanner(text, this.#tape);
    this.#recovery = new JsonRecovery(text);
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
      return this.#recover(start, this.#failedAt());
    }
    const code = this.#text.charCodeAt(behind);
    if (code === 0x2c) {
      const next = scanner.space(behind + 1);
      if (next < 0) {
        return this.#recover(start, this.#failedAt());
      }
      const closed = this.#text.charCodeAt(next) === 0x5d;
      return this.#add(start, end, next, closed ? trailingComma(behind - start) : undefined, !closed);
    }
    if (code === 0x5d || behind >= this.#text.length) {
      return this.#add(start, end, behind, undefined, false);
    }
    return this.#recover(start, behind);
  }

  /** How far the scanner had to read to see that something is wrong. */
  #failedAt(): number {
    const { error } = this.#scanner;
    return !error || error.atEnd ? this.#text.length : error.end;
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
      rule: { start: 0, end: end - start, slice, problems, valid: true, openAliases: [] },
    });
    this.at = next;
    return more && next < this.#text.length;
  }

  #recover(start: number, reached: number): boolean {
    const { at, last } = this.#recovery.nextRule(start, reached);
    const text = this.#text.slice(start, at);
    this.rules.push({ text, rule: this.#reader.read(text, last) });
    this.at = at;
    return !last;
  }
}
