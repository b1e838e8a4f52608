import type { JsonValue } from '../../json/json.ts';
import type { RuleFacts, RuleSlice, RuleView } from '../ruleView.ts';
import type { SyntaxNode } from '../syntaxNode.ts';
import type { TextRange } from '../text.ts';
import type { Chunk, ParsedRule } from './chunk.ts';
import type { ChunkText } from './chunkText.ts';

/** A rule that is a chunk: its range and slice are those of the moment, until rules are added or removed. */
export class ChunkRule implements RuleView {
  readonly array: string;
  readonly index: number;
  readonly #chunk: Chunk;
  readonly #text: ChunkText;

  constructor(array: string, index: number, chunk: Chunk, text: ChunkText) {
    this.array = array;
    this.index = index;
    this.#chunk = chunk;
    this.#text = text;
  }

  get #rule(): ParsedRule {
    return this.#chunk.rule as ParsedRule;
  }

  get range(): TextRange {
    const from = this.#text.start(this.#chunk);
    const { start, end } = this.#rule;
    return { start: from + start, end: from + end };
  }

  get slice(): RuleSlice {
    return this.#rule.slice;
  }

  get facts(): RuleFacts {
    return this.#rule.slice.facts;
  }

  node(): SyntaxNode {
    return this.#rule.slice.node();
  }

  value(): JsonValue {
    return this.#rule.slice.value();
  }
}
