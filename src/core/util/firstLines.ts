/** Returns a line for each of the first `limit` items, and one for the number of the others. */
export function firstLines<T, Line>(
  items: readonly T[],
  limit: number,
  line: (item: T) => Line,
  rest: (more: number) => Line,
): readonly Line[] {
  const more = items.length - limit;
  return [...items.slice(0, limit).map((item) => line(item)), ...(more > 0 ? [rest(more)] : [])];
}
