import { inertLine } from '../core/util/inertText.ts';

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
