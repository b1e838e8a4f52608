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
  return rangesOf(
    left.ranges.flatMap(([low, high]) =>
      right.ranges
        .map(([from, to]): Range => [low > from ? low : from, high < to ? high : to])
        .filter(([from, to]) => from <= to),
    ),
  );
}

/** What is in `ranges` and not in `taken`. */
export function without({ ranges }: Ranges, taken: Ranges): Ranges {
  let left = ranges;
  for (const [from, to] of taken.ranges) {
    left = left.flatMap(([low, high]): readonly Range[] =>
      high < from || to < low
        ? [[low, high]]
        : [
            ...(low < from ? [[low, from - 1n] as const] : []),
            ...(to < high ? [[to + 1n, high] as const] : []),
          ],
    );
  }
  return { ranges: left };
}

export function areRangesApart(left: Ranges, right: Ranges): boolean {
  return common(left, right).ranges.length === 0;
}

export function areRangesWithin(inner: Ranges, outer: Ranges): boolean {
  return without(inner, outer).ranges.length === 0;
}
