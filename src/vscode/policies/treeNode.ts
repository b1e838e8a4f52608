import type { Uri } from 'vscode';
import type { Markdown } from '../../core/util/markdown.ts';
import type { RowDescription } from '../platform/rowDescription.ts';
import type { Target } from '../workspace/target.ts';

/** A row of the Policies view. Its content is computed when the editor draws it. */
export interface TreeNode {
  readonly kind: 'console' | 'family' | 'lists' | 'list' | 'policy' | 'array' | 'page' | 'rule';
  /** Unique in the view and stable, so that selection and expansion survive a refresh. */
  readonly id: string;
  readonly target: Target;
  readonly describe: () => RowDescription;
  readonly children: () => readonly TreeNode[] | Promise<readonly TreeNode[]>;
  /** The facts for which the row has no space. */
  readonly tooltip?: () => Markdown | undefined | Promise<Markdown | undefined>;
  /** True when the row of a target is this row, or is below it. */
  readonly leadsTo: (target: Target) => boolean;
  /** The list into which a person can drop rules here, and the place there; without a place, the end of the list. */
  readonly drop?: { readonly array: string; readonly place?: number };
  /** The place of a rule in its file; lines are counted from zero. */
  readonly file?: { readonly uri: Uri; readonly line: number };
}
