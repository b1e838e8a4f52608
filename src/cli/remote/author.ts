import { userInfo } from 'node:os';
import type { Environment } from './environment.ts';

/** Who pushes, for the journal. A user of a container has a number, and often no name. */
export function authorOf({ variables }: Pick<Environment, 'variables'>): string {
  const named = variables['ORDINANCE_AUTHOR']?.trim();
  if (named) {
    return named;
  }
  try {
    return userInfo().username;
  } catch {
    return variables['USER'] || variables['LOGNAME'] || `user ${process.getuid?.() ?? 'without a name'}`;
  }
}
