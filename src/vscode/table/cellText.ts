import { localTime, localTimeWithZone } from '../../core/util/localTime.ts';
import type { TableCell, TableColumn } from './tableContent.ts';

/** A cell as it is filtered and copied. Times are in the time zone of the reader. */
export function cellText(kind: TableColumn['kind'], value: TableCell | undefined): string {
  if (value === null || value === undefined) {
    return '';
  }
  if (typeof value === 'boolean') {
    return value ? 'yes' : 'no';
  }
  return kind === 'date' && isNever(value) ? '' : kind === 'date' ? localTime(String(value)) : String(value);
}

/** The same on one line: a line break shows as a sign, so that nothing behind it goes unnoticed. */
export function lineText(text: string): string {
  return text
    .trimEnd()
    .replaceAll(/(?:(?<![^\S\r\n])[^\S\r\n]+)?(?:\r\n?|[\n\u2028\u2029])[^\S\r\n]*/g, ' ⏎ ');
}

/** What the pointer shows over a cell, when that is more than the cell may have room for. */
export function cellTitle(kind: TableColumn['kind'], value: TableCell | undefined): string | undefined {
  const text = cellText(kind, value);
  if (kind === 'date' && text !== '') {
    return localTimeWithZone(String(value));
  }
  return text.length > 20 || lineText(text) !== text ? text : undefined;
}

/** Consoles write the year 1 for "never". */
function isNever(value: string | number): boolean {
  const year = new Date(value).getUTCFullYear();
  return year <= 1;
}
