import type { MoveTarget } from '../../../../core/policy/reorder.ts';
import { placeAfterKey, type GridLimits, type KeyPress, type Place } from '../../../table/page/gridKeys.ts';

/** The actions of keys in a picture. */
interface KeyedActions {
  /** Goes to a row and a column, or to the end if they are beyond it. */
  go(row: number, column: number): void;
  /** Selects all rules up to a row, which becomes the active one. */
  extend(row: number): void;
  /** Previews a move of the selected rules, or of the active one, by one row or to an end. */
  step(target: Exclude<MoveTarget, number>): void;
  enter(): void;
  cancel(): void;
  undo(): void;
  filter(): void;
  zoom(by: number): void;
}

/** Undefined for a key that does nothing here. */
export function keyedAction(
  event: KeyPress,
  place: Place & GridLimits,
  act: KeyedActions,
): (() => void) | undefined {
  const next = placeAfterKey(event, place, place);
  if (next) {
    return () => (next.isExtending ? act.extend(Math.max(0, next.row)) : act.go(next.row, next.column));
  }
  const { key, altKey, ctrlKey, metaKey } = event;
  const keys: Readonly<Record<string, () => void>> = altKey
    ? {
        ArrowDown: () => act.step('down'),
        ArrowUp: () => act.step('up'),
        Home: () => act.step('top'),
        End: () => act.step('bottom'),
      }
    : ctrlKey || metaKey
      ? { z: () => act.undo() }
      : {
          Enter: () => act.enter(),
          Escape: () => act.cancel(),
          '/': () => act.filter(),
          '+': () => act.zoom(1),
          '=': () => act.zoom(1),
          '-': () => act.zoom(-1),
        };
  return Object.hasOwn(keys, key) ? keys[key] : undefined;
}
