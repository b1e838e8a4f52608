/** Returns a line for each of the first `most` items, and one for the number of the others. */
export function firstLines<T, Line>(
  items: readonly T[],
  most: number,
  line: (item: T) => Line,
  rest: (more: number) => Line,
): readonly Line[] {
  const more = items.length - most;
  return [...items.slice(0, most).map((item) => line(item)), ...(more > 0 ? [rest(more)] : [])];
}
