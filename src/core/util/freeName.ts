/** Returns the first of `nameOf(first)`, `nameOf(first + 1)` and so on that is not taken. */
export function freeName(
  taken: ReadonlySet<string | undefined>,
  nameOf: (number: number) => string,
  first = 1,
): string {
  let number = first;
  while (taken.has(nameOf(number))) {
    number += 1;
  }
  return nameOf(number);
}
