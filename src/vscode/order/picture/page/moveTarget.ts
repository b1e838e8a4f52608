import type { MoveTarget } from '../../../../core/policy/reorder.ts';
import type { PictureState } from './pictureState.ts';

/** The new place of some rules one row further, or at an end of the shown rows. */
export function placeAt(
  state: PictureState,
  rules: readonly number[],
  target: Exclude<MoveTarget, number>,
): number {
  const { rows } = state;
  const moved = new Set(rules);
  switch (target) {
    case 'up':
      return placeBeside(state, rules, rows.findIndex((rule) => moved.has(rule)) - 1, false);
    case 'down':
      return placeBeside(state, rules, rows.findLastIndex((rule) => moved.has(rule)) + 1, true);
    case 'top':
      return placeBeside(state, rules, 0, false);
    case 'bottom':
    default:
      return placeBeside(state, rules, rows.length - 1, true);
  }
}

/** The new place of some rules above or below a row. */
export function placeBeside(
  state: PictureState,
  rules: readonly number[],
  row: number,
  isBelow: boolean,
): number {
  const { rows, rest, order } = state;
  const beside = rows[Math.max(0, Math.min(row, rows.length - 1))] ?? rest;
  if (beside === rest) {
    return rest - rules.length;
  }
  const moved = new Set(rules);
  const above = order.slice(0, state.placeNow(beside)).filter((rule) => !moved.has(rule)).length;
  return above + (isBelow && !moved.has(beside) ? 1 : 0);
}
