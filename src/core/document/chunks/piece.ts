import type { RuleSlice, StructureProblem } from '../ruleView.ts';
import type { SyntaxMember, SyntaxNode } from '../syntaxNode.ts';

/** What was read from the text of one rule and of what separates it from the next. */
export interface RuleReading {
  /** Extent of the rule's value in the text. */
  readonly start: number;
  readonly end: number;
  readonly slice: RuleSlice;
  /** Problems of what stands behind the rule, from the start of the text. */
  readonly problems: readonly StructureProblem[];
  /** Rule and separator are right, so that they can be told from their neighbours with certainty. */
  readonly sound: boolean;
  /** The anchors it names that are not in it: where another rule has one, only the whole document can be read. */
  readonly entangled: readonly string[];
}

/** A stretch of the document: one rule with what follows it, or what stands around the lists of rules. */
export interface Piece {
  text: string;
  /** Undefined for what stands around the lists. */
  rule: RuleReading | undefined;
  /** The text has changed since `rule` was read from it. */
  stale: boolean;
  index: number;
  /** Where it stood in the document this one was copied from. */
  readonly from?: number;
}

/** A list of rules whose rules are pieces; at least one. */
export interface SplitList {
  readonly key: string;
  /** Index of the first rule's piece. */
  first: number;
  count: number;
  /** Column of the `-` in YAML block style; -1 in flow style. */
  readonly column: number;
}

/** What stands around the lists, read as a document of its own in which those lists are empty. */
export interface Skeleton {
  /** The object that is the document, as far as it could be read. */
  readonly root: SyntaxNode | undefined;
  readonly problems: readonly StructureProblem[];
  readonly sound: boolean;
  /** Not sound, and cannot become so by dividing the text differently. */
  readonly certain: boolean;
  /** Every list stands where its rules are, and no list of rules was overlooked. */
  readonly matched: boolean;
  /** As of a rule. */
  readonly entangled: readonly string[];
}

export interface RuleText {
  readonly text: string;
  readonly rule: RuleReading;
}

/** The text of rules, taken apart. */
export interface SplitText {
  /** What stands in front of the first rule. */
  readonly lead: string;
  readonly rules: readonly RuleText[];
}

/** A document taken apart: texts around the lists, and one list between each two of them. */
export interface Layout {
  readonly around: readonly string[];
  readonly lists: readonly {
    readonly key: string;
    readonly column: number;
    readonly rules: readonly RuleText[];
  }[];
}

/** Whether another rule follows in the list; 'final': nothing at all follows in the document. */
export type RulePosition = 'inner' | 'last' | 'final';

/** What the two spellings do differently. */
export interface Format {
  /** Whether a changed text around the lists still leaves them where they were. */
  fits(around: readonly string[], lists: readonly SplitList[], keys: readonly string[]): boolean;
  /** `known`: the slice of the text before, kept when the rule itself did not change. */
  readRule(text: string, position: RulePosition, column: number, known?: RuleSlice): RuleReading;
  /**
   * Takes the text of some rules apart; `first`: they begin the list. 'extend': the text belongs to the rule before;
   * 'unsure': it cannot be taken apart.
   */
  split(
    text: string,
    position: RulePosition,
    first: boolean,
    column: number,
  ): SplitText | 'extend' | 'unsure';
  /** Where the list of a member begins in the text in front of its rules, which stands at `before` in the skeleton; or -1. */
  opening(text: string, member: SyntaxMember, before: number): number;
  /** `lists`: the keys of the lists that were taken out; `keys`: those of all that there may be. */
  skeleton(around: readonly string[], lists: readonly string[], keys: readonly string[]): Skeleton;
  /** Whether a text that does not fit its pieces, but is right up to piece `from`, is right when divided differently. */
  mayBeSound(pieces: readonly Piece[], from: number): boolean;
}
