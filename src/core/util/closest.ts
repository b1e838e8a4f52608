/**
 * Returns the candidate that a mistyped word most likely means: they differ only in case, or in a few letters. A longer
 * word that only begins or ends like a candidate is not mistyped.
 */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > 64) {
    return undefined;
  }
  const lower = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = (word.length < 3 ? 0 : word.length < 6 ? 1 : word.length < 12 ? 2 : 3) + 1;
  for (const candidate of candidates) {
    const other = candidate.toLowerCase();
    if (other === lower) {
      return candidate;
    }
    if (Math.abs(other.length - lower.length) < bestDistance) {
      const distance = editDistance(lower, other, bestDistance);
      if (distance < bestDistance) {
        best = candidate;
        bestDistance = distance;
      }
    }
  }
  return best;
}

/**
 * Counts the insertions, deletions, replacements and swaps of neighbors between two words, up to `limit`. Only letters
 * at most so far apart are compared, because a policy may be checked against the collections of another console:
 * thousands of unknown names.
 */
function editDistance(a: string, b: string, limit: number): number {
  let beforeLast: number[] = [];
  let last: number[] = [];
  let row: number[] = [];
  for (let j = 0; j <= limit; j += 1) {
    last[j] = j;
  }
  for (let i = 1; i <= a.length; i += 1) {
    const [before, own] = [a.charCodeAt(i - 2), a.charCodeAt(i - 1)];
    const from = Math.max(1, i - limit);
    const to = Math.min(b.length, i + limit);
    let least = (row[from - 1] = Math.min(i, limit));
    last[to] ??= limit;
    for (let j = from; j <= to; j += 1) {
      const letter = b.charCodeAt(j - 1);
      let cost = Math.min(last[j - 1]! + (letter === own ? 0 : 1), last[j]! + 1, row[j - 1]! + 1);
      if (letter === before && own === b.charCodeAt(j - 2)) {
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      }
      row[j] = cost;
      least = Math.min(least, cost);
    }
    if (least >= limit) {
      return limit;
    }
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return last[b.length] ?? limit;
}
