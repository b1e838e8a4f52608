import { freeName } from '../util/freeName.ts';

/** Returns a name for a copy that no other rule of the list has: `name (copy)`, `name (copy 2)`. */
export function nameOfCopy(name: string, taken: ReadonlySet<string>): string {
  const own = name.replace(/ \(copy(?: \d+)?\)$/, '');
  return freeName(taken, (count) => (count === 1 ? `${own} (copy)` : `${own} (copy ${count})`));
}
