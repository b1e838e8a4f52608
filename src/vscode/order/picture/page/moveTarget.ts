import type { MoveTarget } from '../../../../core/policy/reorder.ts';
import type { PictureState } from './pictureState.ts';

/** The new place of some rules one row further, or at an end of the shown rows. */
export function placeAt(
  state: PictureState,
  rules: readonly number[],
  target: Exclude<MoveTarget, number>,
): number {
  const { rows } = state;
  const row = {
    up: rows.findIndex((rule) => rules.includes(rule)) - 1,
    down: rows.findLastIndex((rule) => rules.includes(rule)) + 1,
    top: 0,
    bottom: rows.length - 1,
  }[target];
  return placeBeside(state, rules, row, target === 'down' || target === 'bottom');
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
  const above = order.slice(0, state.placeNow(beside)).filter((rule) => !rules.includes(rule)).length;
  return above + (isBelow && !rules.includes(beside) ? 1 : 0);
}
