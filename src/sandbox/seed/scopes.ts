import type { Random } from '../random.ts';

/** All subsets of `size` items, in a fixed order. */
function subsets<T>(items: readonly T[], size: number): T[][] {
  if (size === 0) {
    return [[]];
  }
  return items.flatMap((item, index) =>
    subsets(items.slice(index + 1), size - 1).map((rest) => [item, ...rest]),
  );
}

/**
 * `count` different scopes over `names`, smaller ones first: single collections, then pairs, then triples. No scope
 * holds a later one, so no rule of a policy that uses them in this order repeats an earlier one.
 */
export function scopesOf(names: readonly string[], count: number, random: Random): string[][] {
  const found: string[][] = [];
  for (let size = 1; size <= 3 && found.length < count; size++) {
    const all = subsets(names, size);
    found.push(...random.some(all, Math.min(count - found.length, all.length)));
  }
  return found;
}
