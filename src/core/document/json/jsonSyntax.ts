import type {
  ChunkSyntax,
  ChunkedText,
  Chunk,
  RulePosition,
  ParsedRule,
  Skeleton,
  RuleTexts,
} from '../chunks/chunk.ts';
import { decodeString } from '../parser/decode.ts';
import type { KnownRules } from '../parser/knownRules.ts';
import type { RecentNodes, SeeRule } from '../parser/ruleSlices.ts';
import { Tape } from '../parser/tape.ts';
import type { RuleSlice } from '../ruleView.ts';
import type { SyntaxMember } from '../syntaxNode.ts';
import { JsonElements } from './jsonElements.ts';
import { JsonRules } from './jsonRule.ts';
import { readJsonSkeleton } from './jsonSkeleton.ts';
import { JsonScanner } from './scanJson.ts';
import { isValidFrom, isValidJson } from './validJson.ts';

export class JsonSyntax implements ChunkSyntax {
  readonly #rules: JsonRules;

  constructor(recent: RecentNodes, see?: SeeRule) {
    this.#rules = new JsonRules(recent, see);
  }

  /** Reading ends where a rule does. */
  mayBeRule(): boolean {
    return true;
  }

  readRule(text: string, position: RulePosition, _column: number, known?: RuleSlice): ParsedRule {
    return this.#rules.read(text, position !== 'inner', known);
  }

  split(text: string, position: RulePosition, first: boolean): RuleTexts | 'extend' | 'unsure' {
    const at = new JsonScanner(text, new Tape(false)).space(0);
    if (at !== 0 && !first) {
      return 'extend';
    }
    if (at < 0 || at >= text.length || text.charCodeAt(at) === 0x2c || text.charCodeAt(at) === 0x5d) {
      return first ? 'unsure' : 'extend';
    }
    const elements = new JsonElements(text, at, this.#rules);
    while (elements.step()) {
      // Every step adds a rule.
    }
    const end = elements.rules.at(-1);
    if (!end || elements.at < text.length) {
      return 'unsure';
    }
    // The text says only whether something follows it in the text: what separates its end from the next rule is read anew.
    const rules = [
      ...elements.rules.slice(0, -1),
      { text: end.text, rule: this.#rules.read(end.text, position !== 'inner', end.rule.slice) },
    ];
    return { lead: text.slice(0, at), rules };
  }

  opening(_text: string, { value }: SyntaxMember, before: number): number {
    return value.kind === 'array' ? value.range.start + 1 - before : -1;
  }

  /** The skeleton says it. */
  fits(): boolean {
    return true;
  }

  skeleton(outside: readonly string[], lists: readonly string[], keys: readonly string[]): Skeleton {
    const marks: number[] = [];
    let length = 0;
    for (const text of outside) {
      marks.push((length += text.length));
    }
    return readJsonSkeleton(outside.join(''), lists, marks, keys);
  }

  mayBeValid(chunks: readonly Chunk[], from: number): boolean {
    return chunks[from]?.rule
      ? isValidFrom(chunks, from)
      : isValidJson(chunks.map((chunk) => chunk.text).join(''));
  }

  /** Takes a whole document apart; yields after each rule. */
  *chunked(text: string, keys: readonly string[], known?: KnownRules): Generator<void, ChunkedText, void> {
    const outside: string[] = [];
    const lists: { key: string; column: number; rules: JsonElements['rules'] }[] = [];
    let cut = 0;
    for (const start of this.#lists(text, keys)) {
      const elements = new JsonElements(text, start.at, this.#rules, known);
      while (elements.step()) {
        yield;
      }
      outside.push(text.slice(cut, start.at));
      lists.push({ key: start.key, column: -1, rules: elements.rules });
      start.end = cut = elements.at;
    }
    outside.push(text.slice(cut));
    return { outside, lists };
  }

  /** Finds the first items of the lists; whoever takes one apart says where it ends. */
  *#lists(text: string, keys: readonly string[]): Generator<{ key: string; at: number; end: number }> {
    const tape = new Tape();
    const scanner = new JsonScanner(text, tape);
    const open = new Set(keys);
    let searched = 0;
    let at = scanner.space(text.charCodeAt(0) === 0xfeff ? 1 : 0);
    at = at >= 0 && text.charCodeAt(at) === 0x7b ? scanner.space(at + 1) : -2;
    while (at !== -2 && at < text.length) {
      if (at < 0 || text.charCodeAt(at) !== 0x22) {
        at =
          text.charCodeAt(at) === 0x7d
            ? -2
            : nextList(text, Math.max(searched, at, scanner.error?.at ?? 0), open);
        if (at === -2) {
          return;
        }
        searched = at + 1;
      }
      tape.clear();
      const behindKey = scanner.string(at);
      const colon = behindKey < 0 ? -1 : scanner.space(behindKey);
      const value = colon >= 0 && text.charCodeAt(colon) === 0x3a ? scanner.space(colon + 1) : -1;
      const key = behindKey < 0 ? '' : decodeString(tape, 0, text);
      if (value < 0) {
        at = -1;
        continue;
      }
      let end = -1;
      if (open.has(key) && text.charCodeAt(value) === 0x5b) {
        open.delete(key);
        const first = scanner.space(value + 1);
        if (first >= 0 && text.charCodeAt(first) !== 0x5d && first < text.length) {
          const list = { key, at: first, end: -1 };
          yield list;
          end = text.charCodeAt(list.end) === 0x5d ? list.end + 1 : text.length;
        } else {
          end = first < 0 ? -1 : first + 1;
        }
      } else {
        open.delete(key);
        end = scanner.value(value, 1);
      }
      at = end < 0 ? -1 : scanner.space(end);
      if (at >= 0 && text.charCodeAt(at) === 0x2c) {
        at = scanner.space(at + 1);
      }
    }
  }
}

/** In a broken document: the key of the next list. */
function nextList(text: string, from: number, keys: ReadonlySet<string>): number {
  const list = /"(\w+)"[ \t\r\n]*:[ \t\r\n]*\[/g;
  list.lastIndex = from;
  for (let found = list.exec(text); found; found = list.exec(text)) {
    if (keys.has(found[1]!)) {
      return found.index;
    }
  }
  return -2;
}
