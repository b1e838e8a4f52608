import type { JsonValue } from '../../json/json.ts';
import { notAnObject, problemsOfNode } from '../parser/problems.ts';
import type { RuleFacts, RuleSlice, RuleView, StructureProblem } from '../ruleView.ts';
import { shiftNode, type SyntaxNode } from '../syntaxNode.ts';
import type { TextRange } from '../text.ts';
import { ParsedSlice } from './ruleSlice.ts';

/** A rule in its place in a document. */
export class ListedRule implements RuleView {
  readonly array: string;
  readonly index: number;
  readonly slice: RuleSlice;
  readonly #start: number;
  readonly #length: number;

  constructor(array: string, index: number, start: number, slice: RuleSlice, length = slice.text.length) {
    this.array = array;
    this.index = index;
    this.slice = slice;
    this.#start = start;
    this.#length = length;
  }

  get range(): TextRange {
    return { start: this.#start, end: this.#start + this.#length };
  }

  get facts(): RuleFacts {
    return this.slice.facts;
  }

  node(): SyntaxNode {
    return this.slice.node();
  }

  value(): JsonValue {
    return this.slice.value();
  }
}

/** The slice of a rule that was read with its whole document. */
export function nodeSlice(item: SyntaxNode, text: string): RuleSlice {
  const { start, end } = item.range;
  const node = shiftNode(item, -start);
  const problems: StructureProblem[] = node.kind === 'object' ? [] : [notAnObject(node.range)];
  problemsOfNode(node, (found) => problems.push(found));
  return new ParsedSlice(text.slice(start, end), 0, node, problems, {});
}
