import type { JsonValue } from '../json/json.ts';
import type { NodePath, SyntaxNode } from './syntaxNode.ts';
import type { TextRange } from './text.ts';

/** What lists, trees and cross-rule checks need of a rule; known without positioned nodes. */
export interface RuleFacts {
  readonly name?: string;
  readonly disabled: boolean;
  readonly effect?: string;
  /** Names of the rule's collections, in order. */
  readonly collections: readonly string[];
  /** Length of `condition.vulnerabilities`. */
  readonly checks: number;
  /** Absent when empty, as consoles echo `""`. */
  readonly previousName?: string;
}

/**
 * Something wrong with the text or the shape of the document, whatever the policy. `fatal` means that the text has
 * no single meaning: there is no value until it is mended. Ranges count from the start of the document.
 */
export interface StructureProblem {
  readonly code: string;
  readonly message: string;
  readonly range: TextRange;
  readonly fatal: boolean;
}

/**
 * What was read from one rule's text. The same object as long as that text is unchanged, wherever the rule moves:
 * the key for results that are cached per rule. All ranges inside count from the start of the rule.
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
  /** See `valueOfNode`. */
  value(like?: JsonValue): JsonValue;
  /** Where the value at a path is written; undefined where the path leads nowhere. */
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

/** A member of the document itself. Ranges and node count from the start of the document. */
export interface TopMember {
  readonly key: string;
  readonly keyRange: TextRange;
  readonly range: TextRange;
  /** Comes from a YAML merge key: its ranges are those of the anchor. */
  readonly merged?: true;
  /** Set when the member is an ordered array of rules. */
  readonly array?: RuleArrayView;
  /** Expensive for an array of rules: use `array` there. */
  node(): SyntaxNode;
}
