import type { NodePath } from '../../document/syntaxNode.ts';

/** What may be written at the cursor. */
export interface CompletionPlace {
  /** Leads to the object whose key is written, or to the value that is written. */
  readonly path: NodePath;
  readonly want: 'key' | 'value';
  /** The part that is written already and is replaced: offsets in the text that was looked at. */
  readonly start: number;
  readonly end: number;
  /** Keys that the object has already. */
  readonly present: ReadonlySet<string>;
  /** Column where keys of the object stand; only in YAML block style. */
  readonly column?: number;
  /** Spaces that the line lacks to be one of the object's. */
  readonly lacks?: string;
  /** Offset behind the value in front, where JSON lacks a comma. */
  readonly commaAt?: number;
  /** JSON lacks a comma in front of what follows. */
  readonly commaBehind?: true;
  /** Between brackets, where line breaks mean nothing. */
  readonly flow?: true;
}
