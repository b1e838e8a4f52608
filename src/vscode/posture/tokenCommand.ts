import { ExpectedError, isExpected } from '../../core/util/errors.ts';
import type { Programs } from '../../core/sync/programs.ts';

const timeoutMs = 60_000;

/** Runs a program of the user, without a shell, and returns the first line it prints. Its output is never told or logged. */
export async function runTokenCommand(programs: Programs, command: readonly string[]): Promise<string> {
  const [program = '', ...args] = command;
  const refuse = (why: string): ExpectedError =>
    new ExpectedError('token-command', `The token command "${program}" gave no token (${why}).`, {
      advice: 'Run it in a terminal; it is named in the setting ordinance.sspm.tokenCommands.',
    });
  let output: string;
  try {
    output = await programs.run(program, args, {
      environment: 'user',
      timeoutMs,
      mostBytes: 1024 * 1024,
    });
  } catch (error) {
    if (isExpected(error) && error.code === 'untrusted') {
      throw error;
    }
    // A word of the system, or the number that the program ended with.
    const { code = 'an error' } = error as { readonly code?: string | number };
    throw refuse(String(code));
  }
  const [line = ''] = output.trim().split(/\r?\n/);
  if (line === '') {
    throw refuse('nothing printed');
  }
  return line;
}
