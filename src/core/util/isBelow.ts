import path from 'node:path';

/**
 * True when `place` is `folder` or a path below it, by name alone. On Windows, case and the kind of slash do
 * not count. `rules` are the path rules of this computer.
 */
export function isBelow(folder: string, place: string, rules: typeof path = path): boolean {
  const relative = rules.relative(folder, place);
  return relative !== '..' && !relative.startsWith(`..${rules.sep}`) && !rules.isAbsolute(relative);
}
