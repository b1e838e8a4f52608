import path from 'node:path';

/**
 * Whether a place is `folder` or lies below it, by their names: on Windows without regard to case and kind of slash. `rules` are those
 * of this machine.
 */
export function isBelow(folder: string, place: string, rules: typeof path = path): boolean {
  const way = rules.relative(folder, place);
  return way !== '..' && !way.startsWith(`..${rules.sep}`) && !rules.isAbsolute(way);
}
