import { Uri } from 'vscode';
import { targetsOf, type Target } from '../workspace/target.ts';

/** Where a command was called from, as its arguments tell. What has the focus is not told to extensions. */
export type Invocation =
  /** Rows of a view, a lens, a message, another command: they say what is meant. `inEditor` when a lens did. */
  | { readonly from: 'rows'; readonly targets: readonly Target[]; readonly inEditor: boolean }
  /** Menus of editors and of the explorer pass the file. */
  | { readonly from: 'files'; readonly uris: readonly Uri[] }
  /** A key of the tree: its selected rows. */
  | { readonly from: 'tree' }
  /** A key of the editor: its cursors. */
  | { readonly from: 'editor' }
  /** Nothing is said. A key that somebody bound without arguments looks the same. */
  | { readonly from: 'palette' };

export function invocationOf(row: unknown, rows: unknown): Invocation {
  if (isFrom('tree', row)) {
    return { from: 'tree' };
  }
  if (isFrom('editor', row)) {
    return { from: 'editor' };
  }
  const targets = targetsOf(row, rows);
  if (targets.length > 0) {
    return { from: 'rows', targets, inEditor: isFrom('editor', rows) };
  }
  const uris = (Array.isArray(rows) && rows.length > 0 ? rows : [row]).filter((each) => each instanceof Uri);
  return uris.length > 0 ? { from: 'files', uris } : { from: 'palette' };
}

/** Keys of the tree and keys and lenses of an editor say where they are: the other may show a policy, too. */
function isFrom(place: 'tree' | 'editor', argument: unknown): boolean {
  return typeof argument === 'object' && argument !== null && 'in' in argument && argument.in === place;
}
