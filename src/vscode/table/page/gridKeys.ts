/** A cell: row -1 is the header. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** The part of a keyboard event that matters. */
interface KeyPress {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

interface GridLimits {
  /** The last row. */
  readonly last: number;
  /** How many rows a page has. */
  readonly page: number;
}

interface NextPlace extends Place {
  /** Shift extends the selection to its row. */
  readonly isExtending: boolean;
}

/** The cell that a key leads to; undefined for other keys. A place beyond an end means the end. */
export function placeAfterKey(
  { key, altKey, ctrlKey, metaKey, shiftKey }: KeyPress,
  { row, column }: Place,
  { last, page }: GridLimits,
): NextPlace | undefined {
  const end = Number.MAX_SAFE_INTEGER;
  const toRow = (to: number, at = column): NextPlace => ({ row: to, column: at, isExtending: shiftKey });
  const inRow = (at: number): NextPlace => ({ row, column: at, isExtending: false });
  const places: Readonly<Record<string, NextPlace>> =
    ctrlKey || metaKey
      ? { ArrowDown: toRow(last), ArrowUp: toRow(0), Home: toRow(0, 0), End: toRow(last, end) }
      : {
          ArrowDown: toRow(row + 1),
          ArrowUp: toRow(row - 1),
          PageDown: toRow(row + page),
          PageUp: toRow(Math.max(0, row - page)),
          ArrowRight: inRow(column + 1),
          ArrowLeft: inRow(column - 1),
          Home: inRow(0),
          End: inRow(end),
        };
  return !altKey && Object.hasOwn(places, key) ? places[key] : undefined;
}
