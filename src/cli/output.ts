import { styleText } from 'node:util';
import { inertJson, terminalLine, visibleLine } from '../core/util/inertText.ts';

/** Standard output and error of the process; each call is one line. Nobody but `inertOutput` writes to them. */
export interface Streams {
  readonly out: (line: string) => unknown;
  readonly error: (line: string) => unknown;
  /** Shows one line that the next line replaces; absent without a terminal. */
  readonly progress?: (line: string) => unknown;
  /** Whether standard output shows colors. */
  readonly hasColors?: boolean;
}

export type Color = 'red' | 'yellow' | 'green';

/** The options for everything that a command writes. */
export interface Manner {
  /** Standard output is one JSON document. */
  readonly document?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/**
 * The output of a command. Names, messages and journals quote consoles and repositories, so each call writes one line that neither drives
 * a terminal nor is a command of a pipeline.
 */
export interface Output {
  /** Writes a line of the answer. Does nothing with `--json` or `--quiet`. */
  readonly out: (line: string, color?: Color) => void;
  /** Writes a problem. Does nothing with `--json`. */
  readonly found: (line: string, color?: Color) => void;
  /** Shows the current step to a person at a terminal. */
  readonly progress: (line: string) => void;
  /** Writes a problem as an annotation of a pipeline. */
  readonly workflow: (command: WorkflowCommand) => void;
  /** Writes a note to standard output, or to standard error with `--json` or `--quiet`. */
  readonly note: (line: string) => void;
  readonly error: (line: string) => void;
  /** Writes a step to standard error with `--verbose`. */
  readonly detail: (line: string) => void;
  /** A text of our own that has several lines; otherwise as `out`. */
  readonly text: (lines: string) => void;
  /** A value as JSON, on one line; whoever reads it has the very same value. */
  readonly json: (value: unknown) => void;
}

export function inertOutput(streams: Streams, manner: Manner = {}): Output {
  const { out, error, progress, hasColors = false } = streams;
  const { document = false, quiet = false, verbose = false } = manner;
  const onOut = (line: string, color?: Color): void => {
    const inert = terminalLine(line);
    out(hasColors && color ? styleText(color, inert, { validateStream: false }) : inert);
  };
  const onError = (line: string): void => void error(terminalLine(line));
  const nowhere = (): void => undefined;
  const found = document ? nowhere : onOut;
  return {
    out: quiet ? nowhere : found,
    found,
    progress: quiet || !progress ? nowhere : (line) => void progress(terminalLine(line)),
    workflow: document ? nowhere : (command) => void out(workflowLine(command)),
    note: quiet || document ? onError : onOut,
    error: onError,
    detail: verbose ? onError : nowhere,
    text: document || quiet ? nowhere : (lines) => void out(lines.split('\n').map(terminalLine).join('\n')),
    json: (value) => void out(inertJson(value)),
  };
}

/** The exit codes of `ordinance`; `usage` is EX_USAGE of sysexits.h, which no result of a command shares. */
export const exitCode = { ok: 0, problems: 1, changes: 2, drift: 3, gate: 4, usage: 64 } as const;

/** An error outweighs a gate that did not hold, that outweighs drift, and drift outweighs changes. */
export function worstCode(codes: readonly number[]): number {
  const order: readonly number[] = [exitCode.problems, exitCode.gate, exitCode.drift, exitCode.changes];
  return order.find((code) => codes.includes(code)) ?? exitCode.ok;
}

/** The command line was not understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

interface Place {
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
  readonly column: number;
  readonly endColumn: number;
}

/** A note beside a line of a file, or of the run, as workflow commands (`::warning file=…::…`) make it. Places count from one. */
type WorkflowCommand = {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
} & (Place | { readonly [K in keyof Place]?: never });

/** One line that is this one command, whatever the texts in it say. */
function workflowLine(command: WorkflowCommand): string {
  const { level, title, message } = command;
  const properties: Readonly<Record<string, string | number>> = {
    ...(command.file !== undefined && linesAndColumns(command)),
    title,
  };
  const written = Object.entries(properties).map(([key, value]) => `${key}=${property(String(value))}`);
  return `::${level} ${written.join(',')}::${data(message)}`;
}

function linesAndColumns({
  file,
  line,
  endLine,
  column,
  endColumn,
}: Place): Readonly<Record<string, string | number>> {
  // Columns are for what is on one line only.
  return { file, line, endLine, ...(line === endLine && { col: column, endColumn }) };
}

function data(text: string): string {
  return visibleLine(text)
    .replaceAll('%', '%25')
    .replaceAll(/#(?=#\w*\[)/g, '# ');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
