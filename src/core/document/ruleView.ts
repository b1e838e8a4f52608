import type { JsonValue } from '../json/json.ts';
import type { NodePath, SyntaxNode } from './syntaxNode.ts';
import type { TextRange } from './text.ts';

/** Lists, trees and cross-rule checks use these facts, which need no positioned nodes. */
export interface RuleFacts {
  readonly name?: string;
  readonly disabled: boolean;
  readonly effect?: string;
  /** Names of the rule's collections, in order. */
  readonly collections: readonly string[];
  /** Length of `condition.vulnerabilities`. */
  readonly checks: number;
  /** The name is absent when empty, because consoles return an empty `""`. */
  readonly previousName?: string;
}

/**
 * The problem concerns the text or the shape of a document of any policy. A `fatal` problem leaves no single meaning,
 * so the document has no value. Ranges count from the start of the document.
 */
export interface StructureProblem {
  readonly code: string;
  readonly message: string;
  readonly range: TextRange;
  readonly fatal: boolean;
}

/**
 * The slice is the result of reading one rule's text. The same text keeps the same object wherever the rule moves, so
 * the slice is the key for caches. All ranges inside count from the start of the rule.
 */
export interface RuleSlice {
  /** The rule as it is written, without the comments around it. */
  readonly text: string;
  readonly facts: RuleFacts;
  /** Problems inside the rule. */
  readonly problems: readonly StructureProblem[];
  /** The text of the rule has no single meaning: node and value are the best that could be made of it. */
  readonly broken: boolean;
  node(): SyntaxNode;
  /** The parameter `like` is explained at `valueOfNode`. */
  value(like?: JsonValue): JsonValue;
  /** The range is that of the written value; it is undefined where the path leads nowhere. */
  rangeAt(path: NodePath): TextRange | undefined;
}

/** A rule in its place. `range` is its value: `{` to `}` in JSON, first key to end of last value in YAML. */
export interface RuleView {
  readonly array: string;
  readonly index: number;
  readonly range: TextRange;
  readonly slice: RuleSlice;
  readonly facts: RuleFacts;
  /** Positioned tree; its offsets count from `range.start`. Made on demand and kept for a while. */
  node(): SyntaxNode;
  value(): JsonValue;
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
