import { existsSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { atExit } from './cleanup.ts';

const abandonedAfterHours = 2;

/**
 * Returns a folder that is always complete: `fill` writes into a draft beside it, which then gets the name.
 * When two processes fill it, the first wins and the other removes its draft.
 *
 * @param name the content and its version; a folder of this name never changes again
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
    // Another process may have finished it since then.
    const changed = (await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now();
    if (Date.now() - changed > abandonedAfterHours * 3_600_000) {
      await rm(path, { recursive: true, force: true });
    }
  }
}
