/** Returns the first of `length` indices at which the test is true; it is true at all behind, too. `length`: it never is. */
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
