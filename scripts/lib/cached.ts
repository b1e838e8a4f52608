import { existsSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { atExit } from './cleanup.ts';

const abandonedAfterHours = 2;

/**
 * A folder that is either complete or not there: `fill` writes into a folder beside it, which then takes the name.
 * Two processes may both fill; the first to finish wins and the other throws its work away.
 *
 * @param name says what and which version; a folder of that name is never changed again
 */
export async function cachedFolder(
  root: string,
  name: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const final = join(root, name);
  if (existsSync(final)) {
    return final;
  }
  await mkdir(root, { recursive: true });
  await removeAbandoned(root);
  const draft = await mkdtemp(join(root, `.draft-${name}-`));
  const settle = atExit(() => rmSync(draft, { recursive: true, force: true }));
  try {
    await fill(draft);
    await rename(draft, final).catch((error: unknown) => {
      if (!existsSync(final)) {
        throw error;
      }
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
    settle();
  }
  return final;
}

async function removeAbandoned(root: string): Promise<void> {
  for (const entry of await readdir(root)) {
    const path = join(root, entry);
    if (!entry.startsWith('.draft-')) {
      continue;
    }
    // Another process may have finished it meanwhile.
    const changed = (await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now();
    if (Date.now() - changed > abandonedAfterHours * 3_600_000) {
      await rm(path, { recursive: true, force: true });
    }
  }
}
