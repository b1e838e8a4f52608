/**
 * A failure that the person at the terminal can understand and solve. It is printed as one line without a
 * stack.
 */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/**
 * Runs the body of a script. A `Failure` becomes one line and exit code 1. Anything else is a bug and keeps
 * its stack.
 */
export async function runScript(body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (error) {
    console.error(isExpected(error) ? `error: ${error.message}` : error);
    process.exitCode = 1;
  }
}

/** A mistake in the command needs no stack either. */
function isExpected(error: unknown): error is Error {
  return (
    error instanceof Failure ||
    (error instanceof Error &&
      'code' in error &&
      typeof error.code === 'string' &&
      error.code.startsWith('ERR_PARSE_ARGS'))
  );
}

/** The first line of a message that is not blank, for use inside another line. */
export function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (
    text
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? 'unknown error'
  );
}
