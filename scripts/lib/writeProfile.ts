import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes a user's settings into the place where VS Code reads them, below its user data folder. */
export async function writeProfile(
  userData: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  await mkdir(join(userData, 'User'), { recursive: true });
  await writeFile(join(userData, 'User', 'settings.json'), `${JSON.stringify(settings, null, 2)}\n`);
}
