import { JsonScanner, type JsonFlaw } from '../../json/jsonScanner.ts';
import { MAX_DEPTH, problem, type StructureProblem } from '../parser/problems.ts';
import type { SyntaxMember, SyntaxNode } from '../syntaxNode.ts';
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

  protected override makeString(value: string, at: number, end: number): SyntaxNode {
    return { kind: 'string', range: this.#range(at, end), value };
  }

  protected override makeNumber(lexeme: string, at: number, end: number): SyntaxNode {
    return { kind: 'number', range: this.#range(at, end), lexeme };
  }

  protected override makeWord(value: boolean | null, at: number, end: number): SyntaxNode {
    const range = this.#range(at, end);
    return value === null ? { kind: 'null', range } : { kind: 'boolean', range, value };
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
