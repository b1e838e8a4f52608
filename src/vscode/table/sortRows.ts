import type { TableCell } from './tableContent.ts';

/** Cells in the order of the columns. */
export type Cells = readonly TableCell[];

export interface TableSort {
  /** Place of the column. */
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
