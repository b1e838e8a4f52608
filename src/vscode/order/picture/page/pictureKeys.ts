import type { MoveTarget } from '../../../../core/policy/reorder.ts';

/** The actions of keys in a picture. */
interface KeyedActions {
  /** To a row and a column; beyond the ends is at them. */
  go(row: number, column: number): void;
  /** Selects all rules up to a row, which becomes the active one. */
  extend(row: number): void;
  /** Looks at what is selected, or active, one row further or at an end. */
  step(target: Exclude<MoveTarget, number>): void;
  enter(): void;
  leave(): void;
  undo(): void;
  filter(): void;
  zoom(by: number): void;
}

/** The part of a keyboard event that matters. */
interface KeyPress {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/** The active cell, and the limits of the picture. */
interface KeyedPlace {
  readonly row: number;
  readonly column: number;
  readonly last: number;
  /** Rows in sight. */
  readonly page: number;
}

const end = Number.MAX_SAFE_INTEGER;

/** How far the selection goes, with Shift; with Ctrl, too, to the ends. */
const extending: Readonly<Record<string, (place: Omit<KeyedPlace, 'column'>, isFar: boolean) => number>> = {
  ArrowDown: ({ row, last }, isFar) => (isFar ? last : row + 1),
  ArrowUp: ({ row }, isFar) => (isFar ? 0 : Math.max(0, row - 1)),
  PageDown: ({ row, page }) => row + page,
  PageUp: ({ row, page }) => Math.max(0, row - page),
};

/** Undefined for a key that does nothing here. */
export function keyedAction(
  { key, altKey, ctrlKey, metaKey, shiftKey }: KeyPress,
  { row, column, last, page }: KeyedPlace,
  act: KeyedActions,
): (() => void) | undefined {
  const keys: Readonly<Record<string, () => void>> = altKey
    ? {
        ArrowDown: () => act.step('down'),
        ArrowUp: () => act.step('up'),
        Home: () => act.step('top'),
        End: () => act.step('bottom'),
      }
    : shiftKey && Object.hasOwn(extending, key)
      ? { [key]: () => act.extend(extending[key]?.({ row, last, page }, ctrlKey || metaKey) ?? row) }
      : ctrlKey || metaKey
        ? {
            ArrowDown: () => act.go(last, column),
            ArrowUp: () => act.go(0, column),
            Home: () => act.go(0, 0),
            End: () => act.go(last, end),
            z: () => act.undo(),
          }
        : {
            ArrowDown: () => act.go(row + 1, column),
            ArrowUp: () => act.go(row - 1, column),
            ArrowRight: () => act.go(row, column + 1),
            ArrowLeft: () => act.go(row, column - 1),
            PageDown: () => act.go(row + page, column),
            PageUp: () => act.go(Math.max(0, row - page), column),
            Home: () => act.go(row, 0),
            End: () => act.go(row, end),
            Enter: () => act.enter(),
            Escape: () => act.leave(),
            '/': () => act.filter(),
            '+': () => act.zoom(1),
            '=': () => act.zoom(1),
            '-': () => act.zoom(-1),
          };
  return Object.hasOwn(keys, key) ? keys[key] : undefined;
}
