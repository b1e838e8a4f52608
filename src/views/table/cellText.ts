import type { TableCell, TableColumn } from './tableContent.ts';

/** A cell as it is shown, filtered and copied. Times are shown in the time zone of the reader. */
export function cellText(kind: TableColumn['kind'], value: TableCell | undefined): string {
  if (value === null || value === undefined) {
    return '';
  }
  if (typeof value === 'boolean') {
    return value ? 'yes' : 'no';
  }
  return kind === 'date' ? dateText(String(value)) : String(value);
}

/** Consoles write the year 1 for "never". */
function dateText(value: string): string {
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) {
    return value;
  }
  if (time.getUTCFullYear() <= 1) {
    return '';
  }
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}
