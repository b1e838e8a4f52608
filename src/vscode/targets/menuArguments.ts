import { Uri } from 'vscode';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import { targetOf, type Target } from '../workspace/target.ts';

/**
 * The arguments of a command as a row and all rows: trees pass both, the source control view passes its rows one by one,
 * a group of rows, or itself. Keys of trees pass a list.
 */
export function rowAndRows(
  consoles: readonly ConsoleHandle[],
  args: readonly unknown[],
): readonly [row: unknown, rows: unknown] {
  const [first, second] = args;
  // A key of a view, and the row that has the frame there.
  if (Array.isArray(first) && member(first[0], 'in') !== undefined) {
    return [{ ...first[0], framed: first[1] }, undefined];
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
