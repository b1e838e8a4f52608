import { firstIndex } from '../util/firstIndex.ts';

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
