import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the project. */
export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * The folder for large files that outlive a checkout: this user's cache folder, by the convention of the
 * platform.
 */
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
