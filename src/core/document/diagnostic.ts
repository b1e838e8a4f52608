import type { TextRange } from './text.ts';

export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** A diagnostic is one finding in a policy file, with the same code, message and extent in both spellings. */
export interface Diagnostic {
  /** Stable, kebab-case; has a documentation page. */
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly range: TextRange;
  readonly tags?: readonly ('unnecessary' | 'deprecated')[];
  readonly related?: readonly { readonly message: string; readonly range: TextRange }[];
  /** The data is the input of a quick fix. */
  readonly data?: unknown;
}

/** A warning as a plan names it. */
export interface PolicyWarning {
  /**
   * Code and field. It is the same for this warning in another version of the policy, wherever its rule is and
   * whatever its words are. Several warnings of one field may share it.
   */
  readonly identity: string;
  /** Returns one line with the place: the line in the file, or the rule. A plan shows few of many warnings. */
  readonly text: (place: 'line' | 'rule') => string;
}
