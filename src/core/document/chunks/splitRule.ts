import type { JsonValue } from '../../json/json.ts';
import type { RuleFacts, RuleSlice, RuleView } from '../ruleView.ts';
import type { SyntaxNode } from '../syntaxNode.ts';
import type { TextRange } from '../text.ts';
import type { Piece, RuleReading } from './piece.ts';
import type { PieceText } from './pieceText.ts';

/** A rule that is a piece: its range and slice are those of the moment, until rules are added or removed. */
export class SplitRule implements RuleView {
  readonly array: string;
  readonly index: number;
  readonly #piece: Piece;
  readonly #text: PieceText;

  constructor(array: string, index: number, piece: Piece, text: PieceText) {
    this.array = array;
    this.index = index;
    this.#piece = piece;
    this.#text = text;
  }

  get #rule(): RuleReading {
    return this.#piece.rule as RuleReading;
  }

  get range(): TextRange {
    const from = this.#text.start(this.#piece);
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
