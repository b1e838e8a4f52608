import type { NodePath } from '../../document/syntaxNode.ts';

/** A completion place describes the text that can be inserted at the cursor. */
export interface CompletionPlace {
  /** Leads to the object whose key is written, or to the value that is written. */
  readonly path: NodePath;
  readonly want: 'key' | 'value';
  /** The stretch is the written part that a proposal replaces; offsets are those of the analyzed text. */
  readonly start: number;
  readonly end: number;
  /** Keys that the object has already. */
  readonly present: ReadonlySet<string>;
  /** The column is that of the object's keys; only YAML block style has it. */
  readonly column?: number;
  /** Spaces that the line lacks to be one of the object's. */
  readonly lacks?: string;
  /** Offset behind the value in front, where JSON lacks a comma. */
  readonly commaAt?: number;
  /** The flag is true when JSON lacks a comma in front of the new text. */
  readonly commaBehind?: true;
  /** This flag marks a place between brackets, where line breaks mean nothing. */
  readonly flow?: true;
}
