import { execFile } from 'node:child_process';
import { ExpectedError } from '../util/errors.ts';

const timeoutMs = 60_000;

/** Runs a program of the user, without a shell, and returns the first line it prints. Its output is never told or logged. */
export function runTokenCommand(command: readonly string[]): Promise<string> {
  const [program = '', ...args] = command;
  return new Promise((resolve, reject) => {
    execFile(
      program,
      args,
      { timeout: timeoutMs, windowsHide: true, maxBuffer: 1024 * 1024 },
      (error, stdout) => {
        const [line = ''] = stdout.trim().split(/\r?\n/);
        if (error || line === '') {
          const why = error ? ((error as NodeJS.ErrnoException).code ?? 'an error') : 'nothing printed';
          reject(
            new ExpectedError('token-command', `The token command "${program}" gave no token (${why}).`, {
              advice: 'Run it in a terminal; it is named in the setting ordinance.sspm.tokenCommands.',
            }),
          );
        } else {
          resolve(line);
        }
      },
    );
  });
}
