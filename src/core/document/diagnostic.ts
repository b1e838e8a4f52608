import type { TextRange } from './text.ts';

export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** One finding in a policy file: the same code, message and extent in both spellings. */
export interface Diagnostic {
  /** Stable, kebab-case; has a documentation page. */
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly range: TextRange;
  readonly tags?: readonly ('unnecessary' | 'deprecated')[];
  readonly related?: readonly { readonly message: string; readonly range: TextRange }[];
  /** What a quick fix needs to know. */
  readonly data?: unknown;
}
