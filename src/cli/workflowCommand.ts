import { visibleLine } from '../core/util/inertText.ts';

/** A note beside a line of a file, as workflow commands (`::warning file=…::…`) make it. Places count from one. */
export interface WorkflowCommand {
  readonly level: 'error' | 'warning' | 'notice';
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
  readonly column: number;
  readonly endColumn: number;
  readonly title: string;
  readonly message: string;
}

/** One line that is this one command, whatever the texts in it say. */
export function workflowLine(command: WorkflowCommand): string {
  const { level, file, line, endLine, column, endColumn, title, message } = command;
  const properties = {
    file,
    line,
    endLine,
    // Columns are for what is on one line only.
    ...(line === endLine && { col: column, endColumn }),
    title,
  };
  const written = Object.entries(properties).map(([key, value]) => `${key}=${property(String(value))}`);
  return `::${level} ${written.join(',')}::${data(message)}`;
}

function data(text: string): string {
  return visibleLine(text)
    .replaceAll('%', '%25')
    .replaceAll(/#(?=#\w*\[)/g, '# ');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
