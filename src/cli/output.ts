import { inertJson, terminalLine } from '../core/util/inertText.ts';

/** Standard output and error of the process; each call is one line. Nobody but `inertOutput` writes to them. */
export interface Streams {
  readonly out: (line: string) => unknown;
  readonly error: (line: string) => unknown;
}

/**
 * What a command writes with. Names, messages and journals quote consoles and repositories: whatever they say, a call is
 * one line, drives no terminal, and is no command of the pipeline that reads it.
 */
export interface Output {
  readonly out: (line: string) => void;
  readonly error: (line: string) => void;
  /** A text of our own that has several lines. */
  readonly text: (lines: string) => void;
  /** A value as JSON, on one line; whoever reads it has the very same value. */
  readonly json: (value: unknown) => void;
}

export function inertOutput({ out, error }: Streams): Output {
  return {
    out: (line) => void out(terminalLine(line)),
    error: (line) => void error(terminalLine(line)),
    text: (lines) => void out(lines.split('\n').map(terminalLine).join('\n')),
    json: (value) => void out(inertJson(value)),
  };
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
