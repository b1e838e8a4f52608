import type { PolicyKind } from '../../policy/families.ts';
import type { Spelling } from '../../policy/policyFile.ts';
import type { SyntaxNode } from '../syntaxNode.ts';
import type { RuleSlice } from '../ruleView.ts';
import type { StructureProblem } from './problems.ts';

/** A rule lies in an array in an object. */
export const ruleDepth = 2;

/** A document taken apart: the rules of its lists, and one text before, between and after the lists. */
export type Piece = OutsidePiece | RulePiece;

/** The text before, between and after the lists of rules. */
interface OutsidePiece {
  readonly text: string;
  /** The reading depends on this number of characters from the start: at least on this piece and the next. */
  readonly reach: number;
  /** A broken document may be read better if a list may begin with lines that are no rule. */
  readonly isMendable?: boolean;
}

/** A rule of a list with what separates it from the next one. The rules of a list follow each other. */
export interface RulePiece extends OutsidePiece {
  readonly list: RuleList;
  /** The text begins with the source of the slice. */
  readonly slice: RuleSlice;
  /** Problems of the separator, from the start of the text. */
  readonly problems: readonly StructureProblem[];
  /** The anchors it names that are not in it. */
  readonly openAliases?: readonly string[];
}

export interface RuleList {
  readonly key: string;
  /** Column of the `-` in YAML block style; -1 in flow style. */
  readonly column: number;
  /** Keys of lists that may still come when this one has begun. */
  readonly left: readonly string[];
}

export function isRule(piece: Piece): piece is RulePiece {
  return 'slice' in piece;
}

/** The place of a rule in a document that is taken apart. */
export interface ListPlace {
  readonly list: RuleList;
  /** Offset of the rule. */
  readonly at: number;
}

/** The reader and the expected lists of a policy file follow from its spelling and kind. */
export interface PolicyFormat {
  readonly spelling: Spelling;
  readonly kind: PolicyKind | undefined;
  /** Keys of the lists that the document may have. */
  readonly keys: readonly string[];
  readonly reader: SpellingReader;
}

export interface SplitRequest {
  readonly text: string;
  /** The earlier readings have the text of their slice as key. */
  readonly known?: ReadonlyMap<string, RuleSlice>;
  /** The rule of a list to begin with. */
  readonly from?: ListPlace;
  /** In YAML the first rule of a list may be any text in front of the other rules. */
  readonly mends?: boolean;
}

/** The part of reading that differs between JSON and YAML. */
export interface SpellingReader {
  /** Takes a text apart, piece by piece, without looking far ahead. At the end of some YAML it asks for the whole text. */
  split(request: SplitRequest, keys: readonly string[]): Generator<Piece, 'whole' | void, void>;
  /**
   * The text is not a list of rules: it is a whole document, or the text around the lists. `largest` is the limit of
   * the YAML library.
   */
  readText(text: string, largest?: number): TextReading;
  /** The rule has no clear border with its neighbors. */
  readBroken(text: string, list: RuleList): RulePiece;
}

export interface TextReading {
  /** The root is undefined when no part of the text is readable. */
  readonly root: SyntaxNode | undefined;
  readonly problems: readonly StructureProblem[];
  /** The text cannot be read. */
  readonly fatal: boolean;
  /** The anchors that it names and that are not in the text. */
  readonly openAliases?: readonly string[];
}

/** The reading of a text that cannot be read. */
export function unreadable(problem: StructureProblem): TextReading {
  return { root: undefined, problems: [problem], fatal: true };
}
