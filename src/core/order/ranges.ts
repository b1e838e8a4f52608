export type Range = readonly [low: bigint, high: bigint];

/** Numbers, such as ports or addresses, as ranges that include both ends: in order, and never touching. */
export interface Ranges {
  readonly ranges: readonly Range[];
}

/** Any ranges, in any order, as `Ranges`. */
export function rangesOf(list: readonly Range[]): Ranges {
  const ranges: [bigint, bigint][] = [];
  for (const [low, high] of list.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))) {
    const last = ranges.at(-1);
    if (last && low <= last[1] + 1n) {
      last[1] = high > last[1] ? high : last[1];
    } else {
      ranges.push([low, high]);
    }
  }
  return { ranges };
}

export function isInRanges({ ranges }: Ranges, value: bigint): boolean {
  return ranges.some(([low, high]) => low <= value && value <= high);
}

export function common(left: Ranges, right: Ranges): Ranges {
  const ranges: Range[] = [];
  let [leftAt, rightAt] = [0, 0];
  while (leftAt < left.ranges.length && rightAt < right.ranges.length) {
    const [[low, high], [from, to]] = [left.ranges[leftAt] as Range, right.ranges[rightAt] as Range];
    const both: Range = [low > from ? low : from, high < to ? high : to];
    if (both[0] <= both[1]) {
      ranges.push(both);
    }
    // The range that ends first shares nothing with later ranges.
    if (high < to) {
      leftAt++;
    } else {
      rightAt++;
    }
  }
  return { ranges };
}

/** The parts of `ranges` outside `taken`. */
export function without({ ranges }: Ranges, taken: Ranges): Ranges {
  const left: Range[] = [];
  let next = 0;
  for (const [low, high] of ranges) {
    let from = low;
    while (next < taken.ranges.length && (taken.ranges[next] as Range)[1] < low) {
      next++;
    }
    for (let at = next; at < taken.ranges.length && (taken.ranges[at] as Range)[0] <= high; at++) {
      const [start, end] = taken.ranges[at] as Range;
      if (from < start) {
        left.push([from, start - 1n]);
      }
      from = end + 1n;
      next = at;
    }
    if (from <= high) {
      left.push([from, high]);
    }
  }
  return { ranges: left };
}

export function areRangesApart(left: Ranges, right: Ranges): boolean {
  return common(left, right).ranges.length === 0;
}

export function areRangesWithin(inner: Ranges, outer: Ranges): boolean {
  return without(inner, outer).ranges.length === 0;
}
