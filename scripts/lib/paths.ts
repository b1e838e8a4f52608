import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the project. */
export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Where big things that outlive a checkout are kept: this user's cache folder, by the platform's convention. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env, platform = process.platform): string {
  if (env['XDG_CACHE_HOME']) {
    return join(env['XDG_CACHE_HOME'], 'ordinance');
  }
  if (platform === 'win32') {
    return join(env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'ordinance');
  }
  return platform === 'darwin'
    ? join(homedir(), 'Library', 'Caches', 'ordinance')
    : join(homedir(), '.cache', 'ordinance');
}
