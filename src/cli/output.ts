/** Where a command writes; each call is one line. */
export interface Output {
  out(line: string): unknown;
  error(line: string): unknown;
}

/**
 * The exit codes of `ordinance`. A command line that was not understood is an error like any other: 2 says that there is
 * something to push, and must not be had by a slip of the keyboard.
 */
export const exitCode = { ok: 0, problems: 1, changes: 2, drift: 3 } as const;

/** The command line was not understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
