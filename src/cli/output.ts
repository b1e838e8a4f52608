/** Where a command writes; each call is one line. */
export interface Output {
  out(line: string): unknown;
  error(line: string): unknown;
}

/** The exit codes of `ordinance`. */
export const exitCode = { ok: 0, problems: 1, usage: 2 } as const;

/** The command line was not understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
