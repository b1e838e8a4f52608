import type { MoveTarget } from '../../../../core/policy/reorder.ts';
import { placeAfterKey, type GridLimits, type KeyPress, type Place } from '../../../table/page/gridKeys.ts';

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
          Escape: () => act.leave(),
          '/': () => act.filter(),
          '+': () => act.zoom(1),
          '=': () => act.zoom(1),
          '-': () => act.zoom(-1),
        };
  return Object.hasOwn(keys, key) ? keys[key] : undefined;
}
