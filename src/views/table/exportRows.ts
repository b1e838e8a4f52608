import { cellText } from './cellText.ts';
import type { TableCell, TableColumn, TableRow } from './tableContent.ts';

/**
 * Comma-separated values as RFC 4180 describes them, with a header row. A text a spreadsheet would take for a formula gets
 * an apostrophe in front, so that opening the file runs nothing.
 */
export function csvOf(columns: readonly TableColumn[], rows: readonly TableRow[]): string {
  const lines = [
    columns.map(({ title }) => csvField(title)),
    ...rows.map((row) => columns.map(({ key }) => csvField(row[key] ?? null))),
  ];
  return lines.map((fields) => `${fields.join(',')}\r\n`).join('');
}

/** An array of objects with the members of the columns. */
export function jsonOf(columns: readonly TableColumn[], rows: readonly TableRow[]): string {
  const objects = rows.map((row) => Object.fromEntries(columns.map(({ key }) => [key, row[key] ?? null])));
  return `${JSON.stringify(objects, undefined, 2)}\n`;
}

/** Tab-separated, as spreadsheets and mails take it from the clipboard; without a header. */
export function tabbedOf(columns: readonly TableColumn[], rows: readonly TableRow[]): string {
  return rows
    .map((row) =>
      columns.map(({ key, kind }) => cellText(kind, row[key]).replaceAll(/[\t\r\n]+/g, ' ')).join('\t'),
    )
    .join('\n');
}

function csvField(value: TableCell): string {
  const text = value === null ? '' : String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
