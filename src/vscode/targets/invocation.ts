import { Uri } from 'vscode';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import { targetOf, targetsOf, type Target } from '../workspace/target.ts';

/** Where a command was called from, as its arguments tell. What has the focus is not told to extensions. */
export type Invocation =
  /** Rows of a view, a lens, a message, another command: they say what is meant. `inEditor` when a lens did. */
  | { readonly from: 'rows'; readonly targets: readonly Target[]; readonly inEditor: boolean }
  /** Menus of editors and of the explorer pass the file. */
  | { readonly from: 'files'; readonly uris: readonly Uri[] }
  /** A key of the tree: `PolicyRows.targetsAt` says which rows. */
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

/**
 * The arguments of a command as a row and all rows: trees pass both, the source control view passes its rows one by one,
 * a group of rows, or itself. Keys of trees pass a list.
 */
export function rowAndRows(
  consoles: readonly ConsoleHandle[],
  args: readonly unknown[],
): readonly [row: unknown, rows: unknown] {
  const [first, second] = args;
  // A key of a view, and the row that has the focus there, which the editor leaves out while it redraws the row.
  if (Array.isArray(first) && member(first[0], 'in') !== undefined) {
    return [{ ...first[0], focused: first[1] }, undefined];
  }
  if (args.length > 1 && args.every((arg) => targetOf(arg) !== undefined)) {
    return [first, args];
  }
  const states = member(first, 'resourceStates');
  if (Array.isArray(states) && states.length > 0) {
    return [states[0], states];
  }
  const root = member(first, 'rootUri');
  if (root instanceof Uri) {
    const console = consoles.find(({ policyFolder }) => policyFolder.toString() === root.toString());
    const target: Target | undefined = console && { kind: 'console', consoleId: console.id };
    return [target, undefined];
  }
  return [first, second];
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && key in value
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}
