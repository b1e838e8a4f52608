import type { JsonValue } from '../json/json.ts';
import type { RuleFacts, RuleSlice } from './ruleSlice.ts';
import type { SyntaxNode } from './syntaxNode.ts';
import type { TextRange } from './text.ts';

/** A rule in its place. `range` is its value: `{` to `}` in JSON, first key to end of last value in YAML. */
export class RuleView {
  readonly array: string;
  readonly index: number;
  readonly slice: RuleSlice;
  readonly #start: number;
  readonly #end: number;

  constructor(array: string, index: number, slice: RuleSlice, start: number, end: number) {
    this.array = array;
    this.index = index;
    this.slice = slice;
    this.#start = start;
    this.#end = end;
  }

  /** Each key in the editor creates all views, and few of them are asked for their range. */
  get range(): TextRange {
    return { start: this.#start, end: this.#end };
  }

  get facts(): RuleFacts {
    return this.slice.facts;
  }

  /** Positioned tree; its offsets count from `range.start`. */
  node(): SyntaxNode {
    return this.slice.node();
  }

  value(): JsonValue {
    return this.slice.value();
  }
}

export interface RuleArrayView {
  readonly key: string;
  /** The array's value: brackets included; in YAML block style from the first `-` to the end of the last rule. */
  readonly range: TextRange;
  readonly rules: readonly RuleView[];
}

/** The field is one of the document itself. Ranges and node count from the start of the document. */
export interface TopMember {
  readonly key: string;
  readonly keyRange: TextRange;
  readonly range: TextRange;
  /** The value comes from a YAML merge key, so its ranges are those of the anchor. */
  readonly merged?: true;
  /** The view exists when the field is an ordered array of rules. */
  readonly array?: RuleArrayView;
  /** The node is expensive for an array of rules: use `array` instead. */
  node(): SyntaxNode;
}
