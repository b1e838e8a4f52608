import { csvText, spreadsheetText } from '../../core/util/inertText.ts';
import { cellText } from './cellText.ts';
import type { TableCell, TableColumn, TableRow } from './tableContent.ts';

/**
 * Comma-separated values as RFC 4180 describes them, with a header row. A text a spreadsheet would take for a formula gets
 * an apostrophe in front, so that opening the file runs nothing, whatever parts cells where it is opened.
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

/** What ends a cell or a row of tab-separated values, in one program or another. */
const breaks = /[\t\r\n\v\f\u0085\u2028\u2029]+/g;

/** Tab-separated, as spreadsheets and mails take it from the clipboard; without a header. Formulas are text as in a file. */
export function tabbedOf(columns: readonly TableColumn[], rows: readonly TableRow[]): string {
  return rows
    .map((row) =>
      columns
        .map(({ key, kind }) =>
          cell(row[key] ?? null, (value) => cellText(kind, value), spreadsheetText).replaceAll(breaks, ' '),
        )
        .join('\t'),
    )
    .join('\n');
}

/** Numbers stay numbers; a text is none, whatever it begins with. */
function cell(
  value: TableCell,
  textOf: (value: TableCell) => string,
  inert: (text: string) => string,
): string {
  return typeof value === 'string' ? inert(textOf(value)) : textOf(value);
}

function csvField(value: TableCell): string {
  const safe = cell(value, (one) => (one === null ? '' : String(one)), csvText);
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
