import { jsonFlaws, JsonScanner, type JsonFlaw } from '../../json/jsonScanner.ts';
import { problem, problemsOfRule, type StructureProblem, MAX_DEPTH } from '../reading/problems.ts';
import { ruleDepth, type RuleList, type RulePiece } from '../reading/pieces.ts';
import type { SyntaxNode, SyntaxMember } from '../syntaxNode.ts';
import { readTolerantly } from './tolerantJson.ts';
import { RuleSlice } from '../ruleView.ts';
import type { TextRange } from '../text.ts';

/** The scanner reads JSON with comments into nodes. */
export class JsonNodeScanner extends JsonScanner<SyntaxNode, SyntaxMember[]> {
  /** Offset of the text from which the ranges of nodes count. */
  base = 0;
  /** A flaw is a mistake that leaves no doubt about the value. */
  flaws: StructureProblem[] = [];

  constructor(text: string) {
    super(text, { depth: MAX_DEPTH, hasComments: true });
  }

  protected override makeScalar(value: string | boolean | null, at: number, end: number): SyntaxNode {
    const range = this.#range(at, end);
    return typeof value === 'string'
      ? { kind: 'string', range, value }
      : value === null
        ? { kind: 'null', range }
        : { kind: 'boolean', range, value };
  }

  protected override makeNumber(lexeme: string, at: number, end: number): SyntaxNode {
    return { kind: 'number', range: this.#range(at, end), lexeme };
  }

  protected override makeArray(items: SyntaxNode[], at: number, end: number): SyntaxNode {
    return { kind: 'array', range: this.#range(at, end), items };
  }

  protected override makeObject(members: SyntaxMember[], at: number, end: number): SyntaxNode {
    return { kind: 'object', range: this.#range(at, end), members };
  }

  protected override newMembers(): SyntaxMember[] {
    return [];
  }

  protected override addMember(members: SyntaxMember[], at: number, end: number): void {
    members.push({ key: this.key, keyRange: this.#range(at, end), value: this.lastValue });
  }

  protected override addFlaw({ code, message }: JsonFlaw, at: number, end: number): void {
    this.flaws.push(problem(code, message, this.#range(at, end), false));
  }

  #range(start: number, end: number): TextRange {
    return { start: start - this.base, end: end - this.base };
  }
}

const none: readonly StructureProblem[] = [];

/** The slice of the rule that a scanner has just read from `[start, end)` of a text, its ranges from `start` on. */
export function sliceOf(scanner: JsonNodeScanner, start: number, end: number): RuleSlice {
  const { lastValue: node, text, flaws } = scanner;
  const problems = [...flaws, ...problemsOfRule(node)];
  return new RuleSlice(text.slice(start, end), 0, node, problems, { read: nodeOf });
}

function nodeOf(source: string): SyntaxNode {
  const scanner = new JsonNodeScanner(source);
  scanner.value(0, ruleDepth);
  return scanner.lastValue;
}

/** The text is a faulty rule with its separator; `isLast` means that no rule follows. */
export function readWrongRule(text: string, list: RuleList, isLast: boolean, reach: number): RulePiece {
  const scanner = new JsonNodeScanner(text);
  const end = scanner.value(0, ruleDepth);
  return end < 0
    ? { text, reach, list, slice: brokenSlice(text, scanner), problems: none }
    : { text, reach, list, slice: sliceOf(scanner, 0, end), problems: trailProblems(text, end, isLast) };
}

/** The best that can be made of a broken rule. */
function brokenSlice(text: string, { flaws, error }: JsonNodeScanner): RuleSlice {
  const node = readTolerantly(text);
  const body = text.replace(/(?<![\s,])[\s,]+$/, '').length;
  const end = Math.min(text.length, Math.max(1, node.range.end, body));
  const problems = [...flaws];
  if (error) {
    const start = Math.min(error.at, Math.max(0, end - 1));
    const range = { start, end: Math.min(text.length, Math.max(start + 1, Math.min(error.end, end))) };
    problems.push(problem(error.code, error.message, range, true));
  }
  return new RuleSlice(text.slice(0, end), 0, node, problems, { broken: true });
}

export function trailingComma(at: number): StructureProblem {
  const { code, message } = jsonFlaws.comma;
  return problem(code, message, { start: at, end: at + 1 }, false);
}

/** A rule that ends at `end` needs exactly one comma behind it, with only space and comments. */
function trailProblems(text: string, end: number, isLast: boolean): readonly StructureProblem[] {
  // The added bracket represents the text that follows, so an unclosed comment becomes visible.
  const probe = text.includes('/', end) ? `${text}]` : text;
  const scanner = new JsonNodeScanner(probe);
  const behind = scanner.space(end);
  const hasComma = probe.charCodeAt(behind) === 0x2c;
  const next = hasComma ? scanner.space(behind + 1) : behind;
  if (next === text.length && (hasComma || isLast)) {
    return hasComma && isLast ? [trailingComma(behind)] : none;
  }
  const at = next < 0 ? (scanner.error?.at ?? end) : next;
  const start = Math.max(0, Math.min(at, text.length - 1));
  const message = hasComma ? 'a value was expected' : 'a comma or a closing bracket was expected';
  return [problem('syntax', message, { start, end: Math.min(start + 1, text.length) }, true)];
}
