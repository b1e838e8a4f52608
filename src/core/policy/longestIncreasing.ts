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
    let low = last < value ? tails.length : 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[tails[middle] as number] as number) < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    previous[at] = low > 0 ? (tails[low - 1] as number) : -1;
    tails[low] = at;
  }
  const marks = Array.from<boolean>({ length: values.length }).fill(false);
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] as number) {
    marks[at] = true;
  }
  return marks;
}
