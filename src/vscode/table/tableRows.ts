import { csvText, spreadsheetText } from '../../core/util/inertText.ts';
import { localTime, localTimeWithZone } from '../../core/util/localTime.ts';
import type { TableCell, TableColumn, TableRow } from './tableContent.ts';

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

/** Puts a text on one line. A line break shows as a sign, so that nothing behind it goes unnoticed. */
export function lineText(text: string): string {
  return text
    .trimEnd()
    .replaceAll(/(?:(?<![^\S\r\n])[^\S\r\n]+)?(?:\r\n?|[\n\u2028\u2029])[^\S\r\n]*/g, ' ⏎ ');
}

/** The text for a hover over a cell, when the cell may have too little room for it. */
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

/** One condition of a filter: a row needs a cell with this text, or must not have one. */
interface FilterTerm {
  /** In lower case. An empty text matches an empty cell. */
  readonly text: string;
  readonly not: boolean;
  /** The place of the only searched column. */
  readonly column?: number;
  /** The word in front of a colon, when it names no column. */
  readonly unknownColumn?: string;
}

/**
 * Reads a filter: all words have to match, in any letter case; `-word` must not match. `column:word`
 * matches the column whose key or title begins so, and `column:""` matches its empty cells. Double quotes keep blanks
 * together, in the name of a column too.
 */
export function readFilter(
  typed: string,
  columns: readonly { readonly key: string; readonly title: string }[],
): readonly FilterTerm[] {
  return [...typed.matchAll(/(-?)(?:(?:([^\s":]+)|"([^"]+)"):)?(?:"([^"]*)"?|(\S+))/g)].flatMap(
    ([whole, minus = '', bare, named, quoted, word]): readonly FilterTerm[] => {
      const name = bare ?? named;
      const column = name === undefined ? undefined : columnNamed(name, columns);
      const text = (quoted ?? word ?? '').toLowerCase();
      const not = minus !== '';
      if (name !== undefined && column === undefined) {
        // A colon that names no column is part of the word, as in `registry:5000`.
        const text = whole.slice(minus.length).replaceAll('"', '').toLowerCase();
        return [{ text, not, unknownColumn: name }];
      }
      return text === '' && (column === undefined || quoted === undefined)
        ? []
        : [{ text, not, ...(column === undefined ? {} : { column }) }];
    },
  );
}

/** `texts` are the cells of one row in lower case. */
export function passes(texts: readonly string[], terms: readonly FilterTerm[]): boolean {
  return terms.every(({ text, not, column }) => {
    const isFound =
      column === undefined
        ? texts.some((cell) => cell.includes(text))
        : text === ''
          ? (texts[column] ?? '') === ''
          : (texts[column]?.includes(text) ?? false);
    return isFound !== not;
  });
}

function columnNamed(
  name: string,
  columns: readonly { readonly key: string; readonly title: string }[],
): number | undefined {
  const beginning = name.toLowerCase();
  const place = columns.findIndex(
    ({ key, title }) => key.toLowerCase().startsWith(beginning) || title.toLowerCase().startsWith(beginning),
  );
  return place === -1 ? undefined : place;
}

/** Cells in the order of the columns. */
export type Cells = readonly TableCell[];

export interface TableSort {
  /** The place of the column. */
  readonly column: number;
  readonly descending: boolean;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/**
 * Places of `rows` in order: numbers by value, words of `order` by their place in it, other texts as people sort them, empty
 * cells last either way, ties as they came.
 */
export function sortedPlaces(
  rows: readonly Cells[],
  places: readonly number[],
  sort: TableSort | undefined,
  order: readonly string[] = [],
): readonly number[] {
  if (!sort) {
    return places;
  }
  const direction = sort.descending ? -1 : 1;
  const at = (place: number): TableCell => rows[place]?.[sort.column] ?? null;
  const ranks = new Map(order.map((word, rank) => [word, rank]));
  const rankOf = (cell: TableCell): number => ranks.get(String(cell).toLowerCase()) ?? -1;
  return places.toSorted((left, right) => {
    const [first, second] = [at(left), at(right)];
    if (isEmpty(first) || isEmpty(second)) {
      return Number(isEmpty(first)) - Number(isEmpty(second)) || left - right;
    }
    const byRank = rankOf(first) - rankOf(second);
    return direction * (byRank || compareCells(first, second)) || left - right;
  });
}

function isEmpty(cell: TableCell): boolean {
  return cell === null || cell === '';
}

function compareCells(left: TableCell, right: TableCell): number {
  return typeof left === 'string' || typeof right === 'string'
    ? collator.compare(String(left), String(right))
    : Number(left) - Number(right);
}

/**
 * The text has comma-separated values of RFC 4180, with a header row. Text that looks like a formula gets an apostrophe
 * in front. A program that opens the file therefore runs nothing, whatever its separator of cells.
 */
export function csvOf(columns: readonly TableColumn[], rows: readonly TableRow[]): string {
  const lines = [
    columns.map(({ title }) => csvField(title)),
    ...rows.map((row) => columns.map(({ key }) => csvField(row[key] ?? null))),
  ];
  return lines.map((fields) => `${fields.join(',')}\r\n`).join('');
}

/** The JSON is an array of objects with the fields of the columns. */
export function jsonOf(columns: readonly TableColumn[], rows: readonly TableRow[]): string {
  const objects = rows.map((row) => Object.fromEntries(columns.map(({ key }) => [key, row[key] ?? null])));
  return `${JSON.stringify(objects, undefined, 2)}\n`;
}

/** Characters that end a cell or a row of tab-separated values in some program. */
const breaks = /[\t\r\n\v\f\u0085\u2028\u2029]+/g;

/**
 * The text is tab-separated without a header, for the clipboard of spreadsheets and mails. Formulas become text as in a
 * file.
 */
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

/** Only texts are made inert: a number stays a number. */
function cell(
  value: TableCell,
  textOf: (value: TableCell) => string,
  inert: (text: string) => string,
): string {
  return typeof value === 'string' ? inert(textOf(value)) : textOf(value);
}

function csvField(value: TableCell): string {
  const safe = cell(value, (content) => (content === null ? '' : String(content)), csvText);
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
