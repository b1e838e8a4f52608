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

/** A warning as a plan names it. */
export interface PolicyWarning {
  /** One line, with its place in the file. */
  readonly text: string;
  /** Equal for the same warning of another version of the policy, wherever its rule is. */
  readonly identity: string;
}
