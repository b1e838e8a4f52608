import { visibleLine } from '../core/util/inertText.ts';

interface Place {
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
  readonly column: number;
  readonly endColumn: number;
}

/** A note beside a line of a file, or of the run, as workflow commands (`::warning file=…::…`) make it. Places count from one. */
export type WorkflowCommand = {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
} & (Place | { readonly [K in keyof Place]?: never });

/** One line that is this one command, whatever the texts in it say. */
export function workflowLine(command: WorkflowCommand): string {
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
