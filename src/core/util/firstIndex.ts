/**
 * Returns the first index at which the test is true, or `length`. The test must stay true for all later
 * indices.
 */
export function firstIndex(length: number, isReached: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isReached(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}
