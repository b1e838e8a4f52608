import type { RuleSlice, StructureProblem } from '../ruleView.ts';
import type { SyntaxMember, SyntaxNode } from '../syntaxNode.ts';

/** What was read from the text of one rule and of what separates it from the next. */
export interface ParsedRule {
  /** Extent of the rule's value in the text. */
  readonly start: number;
  readonly end: number;
  readonly slice: RuleSlice;
  /** Problems of what stands behind the rule, from the start of the text. */
  readonly problems: readonly StructureProblem[];
  /** Rule and separator are right, so that they can be told from their neighbors with certainty. */
  readonly valid: boolean;
  /** The anchors it names that are not in it: where another rule has one, only the whole document can be read. */
  readonly openAliases: readonly string[];
}

/** A stretch of the document: one rule with what follows it, or what stands outside of the lists of rules. */
export interface Chunk {
  text: string;
  /** Undefined for what stands outside of the lists. */
  rule: ParsedRule | undefined;
  /** The text has changed since `rule` was read from it. */
  stale: boolean;
  index: number;
  /** Where it stood in the document this one was copied from. */
  readonly from?: number;
}

/** A list of rules whose rules are chunks; at least one. */
export interface ChunkList {
  readonly key: string;
  /** Index of the first rule's chunk. */
  first: number;
  count: number;
  /** Column of the `-` in YAML block style; -1 in flow style. */
  readonly column: number;
}

/** What stands outside of the lists, read as a document of its own in which those lists are empty. */
export interface Skeleton {
  /** The object that is the document, as far as it could be read. */
  readonly root: SyntaxNode | undefined;
  readonly problems: readonly StructureProblem[];
  readonly valid: boolean;
  /** Not valid, and cannot become so by dividing the text differently. */
  readonly alwaysInvalid: boolean;
  /** Every list stands where its rules are, and no list of rules was overlooked. */
  readonly listsInPlace: boolean;
  /** As of a rule. */
  readonly openAliases: readonly string[];
}

export interface RuleText {
  readonly text: string;
  readonly rule: ParsedRule;
}

/** The text of rules, taken apart. */
export interface RuleTexts {
  /** What stands in front of the first rule. */
  readonly lead: string;
  readonly rules: readonly RuleText[];
}

/** A document taken apart: texts outside of the lists, and one list between each two of them. */
export interface ChunkedText {
  readonly outside: readonly string[];
  readonly lists: readonly {
    readonly key: string;
    readonly column: number;
    readonly rules: readonly RuleText[];
  }[];
  /** Where that is broken, more may be known of it when a list may begin with what is no rule. */
  readonly mayBeMended?: boolean;
}

/** Whether another rule follows in the list; 'final': nothing at all follows in the document. */
export type RulePosition = 'inner' | 'last' | 'final';

/** What the two spellings do differently. */
export interface ChunkSyntax {
  /** Whether a changed text outside of the lists still leaves them where they were. */
  fits(outside: readonly string[], lists: readonly ChunkList[], keys: readonly string[]): boolean;
  /** Not where a text is more than one rule, or less, as its lines show: reading that may take long. */
  mayBeRule(text: string, position: RulePosition, column: number): boolean;
  /** `known`: the slice of the text before, kept when the rule itself did not change. */
  readRule(text: string, position: RulePosition, column: number, known?: RuleSlice): ParsedRule;
  /**
   * Takes the text of some rules apart; `first`: they begin the list. 'extend': the text belongs to the rule before;
   * 'unsure': it cannot be taken apart.
   */
  split(
    text: string,
    position: RulePosition,
    first: boolean,
    column: number,
  ): RuleTexts | 'extend' | 'unsure';
  /** Where the list of a member begins in the text in front of its rules, which stands at `before` in the skeleton; or -1. */
  opening(text: string, member: SyntaxMember, before: number): number;
  /** `lists`: the keys of the lists that were taken out; `keys`: those of all that there may be. */
  skeleton(outside: readonly string[], lists: readonly string[], keys: readonly string[]): Skeleton;
  /** Whether a text that does not fit its chunks, but is right up to chunk `from`, is right when divided differently. */
  mayBeValid(chunks: readonly Chunk[], from: number): boolean;
}
