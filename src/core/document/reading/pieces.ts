import type { RuleSlice, StructureProblem } from '../ruleView.ts';
import type { SyntaxNode } from '../syntaxNode.ts';

/** A rule of a list with what separates it from the next one. */
export interface RulePiece {
  readonly text: string;
  /** How many characters from its start on decided how it was read: at least its own and the next. */
  readonly reach: number;
  /** Extent of the rule's value in the text. */
  readonly start: number;
  readonly end: number;
  readonly slice: RuleSlice;
  /** Problems of the separator, from the start of the text. */
  readonly problems: readonly StructureProblem[];
  /** The anchors it names that are not in it. */
  readonly openAliases: readonly string[];
}

/** A list of rules; at least one. */
export interface RuleList {
  readonly key: string;
  /** Column of the `-` in YAML block style; -1 in flow style. */
  readonly column: number;
  /** Keys of lists that may still come when this one has begun. */
  readonly left: readonly string[];
  readonly rules: readonly RulePiece[];
}

/** A document taken apart: texts outside of the lists, and one list between each two of them. */
export interface SplitText {
  readonly outside: readonly OutsidePiece[];
  readonly lists: readonly RuleList[];
  /** A broken document may be read better when a list may begin with what is no rule. */
  readonly isMendable?: boolean;
}

/** The text before, between and after the lists of rules. `reach`: see `RulePiece`. */
export interface OutsidePiece {
  readonly text: string;
  readonly reach: number;
}

/** The place of a rule in a document that is taken apart. */
export interface ListPlace {
  readonly key: string;
  readonly column: number;
  readonly left: readonly string[];
  /** Offset of the rule. */
  readonly at: number;
}

export interface SplitRequest {
  readonly text: string;
  readonly keys: readonly string[];
  /** Earlier readings by the text of their slice. */
  readonly known?: ReadonlyMap<string, RuleSlice>;
  /** Sees each rule in the moment it is read, when its value costs the least. */
  readonly see?: (slice: RuleSlice) => void;
  /** The rule of a list to begin with. */
  readonly from?: ListPlace;
  /** The text is the beginning of a longer one. */
  readonly isCut?: boolean;
  /** Whether all that follows is known from here on. */
  readonly isKnown?: (place: ListPlace) => boolean;
  /** YAML: the first rule of a list may be whatever stands in front of the others. */
  readonly mends?: boolean;
}

/**
 * Parts of a document from where the request begins: the first part outside is empty when it begins in a list. Up to the end of the
 * text, or to `known`, where all that follows is known. Undefined: more text is needed, or the document cannot be taken apart.
 */
export interface SplitResult extends SplitText {
  readonly known?: number;
}

/** The part of reading that differs between JSON and YAML. Each step takes a rule from the text. */
export interface SpellingReader {
  split(request: SplitRequest): Generator<void, SplitResult | 'whole' | 'more', void>;
  /** Reads a text that is no list of rules: a whole document, or what stands around the lists. `largest`: for the YAML library. */
  readText(text: string, largest?: number): TextReading;
  /** A rule that cannot be told from its neighbors. */
  readBroken(text: string, column: number): RulePiece;
  /** Whether the lists that were taken out are where the document says. `marks`: where they stood in what is left. */
  isInPlace(
    root: SyntaxNode | undefined,
    lists: readonly string[],
    marks: readonly number[],
    keys: readonly string[],
  ): boolean;
}

export interface TextReading {
  /** Undefined when the text holds nothing that could be read. */
  readonly root: SyntaxNode | undefined;
  readonly problems: readonly StructureProblem[];
  readonly fatal: boolean;
  /** The anchors that it names and that are not in the text. */
  readonly openAliases: readonly string[];
}
