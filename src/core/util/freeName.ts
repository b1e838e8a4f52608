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

/** Returns a function that gives each free name once, numbered from 2 for each name. */
export function freeNames(
  taken: ReadonlySet<string | undefined>,
  nameOf: (name: string, number: number) => string,
): (name: string) => string {
  const next = new Map<string, number>();
  return (name) => {
    let number = next.get(name) ?? 2;
    while (taken.has(nameOf(name, number))) {
      number += 1;
    }
    next.set(name, number + 1);
    return nameOf(name, number);
  };
}
