import { styleText } from 'node:util';
import { inertJson, inertLine, terminalLine, visibleLine } from '../core/util/inertText.ts';

/** Standard output and error of the process. Each call writes one line. Only `inertOutput` uses them. */
export interface Streams {
  readonly out: (line: string) => unknown;
  readonly error: (line: string) => unknown;
  /** Shows one line that the next line replaces; absent without a terminal. */
  readonly progress?: (line: string) => unknown;
  /** True when standard output shows colors. */
  readonly hasColors?: boolean;
}

type Color = 'red' | 'yellow' | 'green';

/** The options of a command that control its output. */
interface OutputOptions {
  /** Standard output is one JSON document. */
  readonly document?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/**
 * The output of a command. Texts quote consoles and repositories, so each call writes one line that neither a
 * terminal nor a pipeline executes.
 */
export interface Output {
  /** Writes a line of the answer. Does nothing with `--json` or `--quiet`. */
  readonly out: (line: string, color?: Color) => void;
  /** Writes a problem. Does nothing with `--json`. */
  readonly problem: (line: string, color?: Color) => void;
  /** Writes a report of several lines, which is the purpose of its command. Does nothing with `--json`. */
  readonly report: (lines: string) => void;
  /** Shows the current step to a person at a terminal. */
  readonly progress: (line: string) => void;
  /** Writes a problem as an annotation of a pipeline. */
  readonly workflow: (command: WorkflowCommand) => void;
  /** Writes a note to standard output, or to standard error with `--json` or `--quiet`. */
  readonly note: (line: string) => void;
  readonly error: (line: string) => void;
  /** Writes a step to standard error with `--verbose`. */
  readonly detail: (line: string) => void;
  /** Writes a value as JSON on one line. */
  readonly json: (value: unknown) => void;
}

export function inertOutput(streams: Streams, options: OutputOptions = {}): Output {
  const { out, error, progress, hasColors = false } = streams;
  const { document = false, quiet = false, verbose = false } = options;
  const onOut = (line: string, color?: Color): void => {
    const inert = terminalLine(line);
    out(hasColors && color ? styleText(color, inert, { validateStream: false }) : inert);
  };
  const onError = (line: string): void => void error(terminalLine(line));
  const ignore = (): void => undefined;
  const onProblem = document ? ignore : onOut;
  return {
    out: quiet ? ignore : onProblem,
    problem: onProblem,
    report: (lines) => lines.split('\n').forEach((line) => onProblem(line)),
    progress: quiet || !progress ? ignore : (line) => void progress(terminalLine(line)),
    workflow: document ? ignore : (command) => void out(workflowLine(command)),
    note: quiet || document ? onError : onOut,
    error: onError,
    detail: verbose ? onError : ignore,
    json: (value) => void out(inertJson(value)),
  };
}

/** The exit codes of `ordinance`; `usage` is EX_USAGE of sysexits.h, which no result of a command shares. */
export const exitCode = { ok: 0, problems: 1, changes: 2, drift: 3, gate: 4, usage: 64 } as const;

/** The most serious code: an error, then a failed gate, drift, changes. */
export function worstCode(codes: readonly number[]): number {
  const order: readonly number[] = [exitCode.problems, exitCode.gate, exitCode.drift, exitCode.changes];
  return order.find((code) => codes.includes(code)) ?? exitCode.ok;
}

/** Ordinance does not understand the command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * A workflow command (`::warning file=…::…`), which shows a note at a line of a file or for the whole run.
 * `place` has the properties of the file, whose lines and columns count from one.
 */
interface WorkflowCommand {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
  readonly place?: Readonly<Record<string, string | number>>;
}

/** Writes one command on one line; a text in it cannot begin another command. */
function workflowLine({ level, title, message, place }: WorkflowCommand): string {
  const fields = Object.entries<string | number>({ ...place, title }).map(
    ([key, value]) => `${key}=${escapedProperty(String(value))}`,
  );
  return `::${level} ${fields.join(',')}::${escapedData(message)}`;
}

function escapedData(text: string): string {
  return visibleLine(text)
    .replaceAll('%', '%25')
    .replaceAll(/#(?=#\w*\[)/g, '# ');
}

function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** Returns the lines of a table: a heading and one line for each row, in columns. The last column may be empty. */
export function textTable(heading: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const cells = [heading, ...rows].map((row) => row.map(inertLine));
  const widths = heading.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A text of this length is written at once. */
const FLUSH_LENGTH = 64 * 1024;

/**
 * Collects lines of two streams and writes them together, because one system call per line is slow. The order
 * of lines is kept across both streams.
 */
export class LineBuffer {
  readonly #write: (stream: 'out' | 'error', text: string) => void;
  #stream: 'out' | 'error' = 'out';
  #text = '';

  constructor(write: (stream: 'out' | 'error', text: string) => void) {
    this.#write = write;
  }

  add(stream: 'out' | 'error', line: string): void {
    if (stream !== this.#stream) {
      this.flush();
      this.#stream = stream;
    }
    if (this.#text === '') {
      process.nextTick(() => this.flush());
    }
    this.#text += `${line}\n`;
    if (this.#text.length >= FLUSH_LENGTH) {
      this.flush();
    }
  }

  /** Writes the collected lines. */
  flush(): void {
    const text = this.#text;
    this.#text = '';
    if (text !== '') {
      this.#write(this.#stream, text);
    }
  }
}
