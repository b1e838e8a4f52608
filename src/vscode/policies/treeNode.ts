import type { Uri } from 'vscode';
import type { Markdown } from '../../core/util/markdown.ts';
import type { RowDescription } from '../platform/rowDescription.ts';
import type { Target } from '../workspace/target.ts';

/** A row of the Policies view. What it says is asked for when it is drawn. */
export interface TreeNode {
  readonly kind: 'console' | 'family' | 'lists' | 'list' | 'policy' | 'array' | 'page' | 'rule';
  /** Unique in the view and stable, so that selection and expansion survive a refresh. */
  readonly id: string;
  readonly target: Target;
  readonly describe: () => RowDescription;
  readonly children: () => readonly TreeNode[] | Promise<readonly TreeNode[]>;
  /** Everything the row has no space for. */
  readonly tooltip?: () => Markdown | undefined | Promise<Markdown | undefined>;
  /** Whether the row of a target is this one, or lies below it. */
  readonly leadsTo: (target: Target) => boolean;
  /** The list of rules that rules can be dropped into here, and the place there; without one its end. */
  readonly drop?: { readonly array: string; readonly place?: number };
  /** The place of a rule in its file; lines are counted from zero. */
  readonly file?: { readonly uri: Uri; readonly line: number };
}
