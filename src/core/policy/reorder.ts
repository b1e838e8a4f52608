import { firstIndex } from '../util/firstIndex.ts';

/** The destination of moved rules: one step, an end, or the zero-based final position of the first rule. */
export type MoveTarget = 'up' | 'down' | 'top' | 'bottom' | number;

/**
 * Returns the order after the items at `indices` move together, in their own order, into the gap `to`. Gap 0
 * is before the first item, gap `length` behind the last; gaps are counted before the move. `result[place]`
 * is the old index of the item at `place`. A drop onto an item inserts above it, so its index is the gap. A
 * drop onto the group is the gap `length`.
 */
export function moveIndices(length: number, indices: readonly number[], to: number): number[] {
  const moved = selection(length, indices);
  if (!Number.isInteger(to) || to < 0 || to > length) {
    throw new RangeError(`no gap ${to} among ${length} items`);
  }
  const chosen = new Set(moved);
  const above: number[] = [];
  const below: number[] = [];
  for (let index = 0; index < length; index++) {
    if (!chosen.has(index)) {
      (index < to ? above : below).push(index);
    }
  }
  return [...above, ...moved, ...below];
}

/** Returns the gap for `moveIndices`. The move joins separate items; a position beyond an end means that end. */
export function targetOf(target: MoveTarget, length: number, indices: readonly number[]): number {
  const moved = selection(length, indices);
  if (target === 'top') {
    return 0;
  }
  if (target === 'bottom') {
    return length;
  }
  if (target === 'up') {
    return Math.max(0, (moved[0] ?? 0) - 1);
  }
  if (target === 'down') {
    return Math.min(length, (moved.at(-1) ?? length) + 2);
  }
  const chosen = new Set(moved);
  let rest = Math.max(0, target);
  for (let index = 0; index < length; index++) {
    if (!chosen.has(index) && rest-- <= 0) {
      return index;
    }
  }
  return length;
}

export function isUnmoved(order: readonly number[]): boolean {
  return order.every((old, place) => old === place);
}

export function isRising(places: readonly number[]): boolean {
  return places.every((place, at) => at === 0 || place > (places[at - 1] as number));
}

/** Returns the items at `indices` in rising order, each once. */
export function selection(length: number, indices: readonly number[]): number[] {
  const sorted = [...new Set(indices)].sort((a, b) => a - b);
  for (const index of sorted) {
    if (!Number.isInteger(index) || index < 0 || index >= length) {
      throw new RangeError(`no item ${index} among ${length}`);
    }
  }
  return sorted;
}

/** Marks one longest increasing subsequence of `values` in O(n log n); negative values are skipped. */
export function longestIncreasing(values: ArrayLike<number>): boolean[] {
  const previous = new Int32Array(values.length);
  const tails: number[] = [];
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    if (value < 0) {
      continue;
    }
    // The values mostly rise, so the search starts at the end.
    const last = tails.length > 0 ? (values[tails[tails.length - 1] as number] as number) : -1;
    const place =
      last < value
        ? tails.length
        : firstIndex(tails.length, (index) => (values[tails[index] as number] as number) >= value);
    previous[at] = place > 0 ? (tails[place - 1] as number) : -1;
    tails[place] = at;
  }
  const marks = Array.from<boolean>({ length: values.length }).fill(false);
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] as number) {
    marks[at] = true;
  }
  return marks;
}
