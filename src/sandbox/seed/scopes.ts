import type { Random } from '../random.ts';
import { withinCollections } from './seedCollections.ts';

/**
 * Returns `count` scopes, narrow scopes first, because the first rule that matches applies. Narrow scopes are
 * parts of the collections, sometimes two or three in one rule; whole collections follow. The parts do not
 * overlap and do not cover everything, so every rule applies to something. `without`: parts that are not
 * used.
 */
export function scopesOf(
  names: readonly string[],
  count: number,
  random: Random,
  without: ReadonlySet<string> = new Set(),
): string[][] {
  const wide = random.some(names, count);
  const narrow = count - wide.length;
  if (narrow === 0) {
    return wide.map((name) => [name]);
  }
  const parts = withinCollections(names).filter((name) => !without.has(name));
  const used = random.some(parts, Math.ceil(narrow * 1.1));
  const joins = new Set(random.some([...used.keys()].slice(1), used.length - narrow));
  const scopes: string[][] = [];
  for (const [index, name] of used.entries()) {
    if (joins.has(index)) {
      scopes.at(-1)?.push(name);
    } else {
      scopes.push([name]);
    }
  }
  return [...scopes, ...wide.map((name) => [name])];
}
