import type { TableCell } from './tableContent.ts';

/** Cells in the order of the columns. */
export type Cells = readonly TableCell[];

export interface TableSort {
  /** Place of the column. */
  readonly column: number;
  readonly descending: boolean;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Places of `rows` in order: numbers by value, texts as people sort them, empty cells last either way, ties as they came. */
export function sortedPlaces(
  rows: readonly Cells[],
  places: readonly number[],
  sort: TableSort | undefined,
): readonly number[] {
  if (!sort) {
    return places;
  }
  const direction = sort.descending ? -1 : 1;
  const at = (place: number): TableCell => rows[place]?.[sort.column] ?? null;
  return places.toSorted((left, right) => {
    const [first, second] = [at(left), at(right)];
    if (isEmpty(first) || isEmpty(second)) {
      return Number(isEmpty(first)) - Number(isEmpty(second)) || left - right;
    }
    return direction * compareCells(first, second) || left - right;
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
