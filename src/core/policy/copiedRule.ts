/** Returns a name for a copy that no other rule of the list has: `name (copy)`, `name (copy 2)`. */
export function nameOfCopy(name: string, taken: ReadonlySet<string>): string {
  const own = name.replace(/ \(copy(?: \d+)?\)$/, '');
  let copy = `${own} (copy)`;
  for (let count = 2; taken.has(copy); count++) {
    copy = `${own} (copy ${count})`;
  }
  return copy;
}
