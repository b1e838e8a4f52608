/** Where a command writes; each call is one line. */
export interface Output {
  out(line: string): unknown;
  error(line: string): unknown;
}

/**
 * The exit codes of `ordinance`. For the commands that talk to a console a command line that was not understood is an
 * error like any other: there 2 says that there is something to push, and must not be had by a slip of the keyboard.
 * `validate` follows the custom of linters.
 */
export const exitCode = { ok: 0, problems: 1, misuseOfValidate: 2, changes: 2, drift: 3 } as const;

/** The command line was not understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
