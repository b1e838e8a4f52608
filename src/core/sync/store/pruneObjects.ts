import type { Dirent } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { isOlder, listed, removeDrafts } from './drafts.ts';
import { whileGitRests } from './gitAtWork.ts';
import { lockName } from './lockFile.ts';
import { ownPlace } from './insideWorkspace.ts';
import { MAX_FILE_BYTES, readBeginning } from './regularFile.ts';

/** Depth of the search for lock files, which lie in the folders of consoles. */
const deepest = 8;

/**
 * Removes unneeded documents of the store that were stored before `olderThan` (milliseconds since the epoch).
 * `needed` and the lock files of the workspace name the needed ones. Returns the number of removed documents.
 * Throws, and removes nothing, when a folder that may have a lock file cannot be listed. Removes only files of
 * the store: hash-named files and their drafts.
 */
export async function pruneObjects(
  folder: string,
  needed: ReadonlySet<string | undefined>,
  olderThan: number,
): Promise<number> {
  const root = path.dirname(folder);
  // Git removes a lock file before it writes the new one.
  const locked = await whileGitRests(root, () => lockedBases(root));
  const kept = new Set(needed);
  for (const name of await hashesIn(folder, 'bases')) {
    const file = await ownPlace(folder, 'bases', name);
    if (locked.has(name) || !(await isOlder(file, olderThan))) {
      kept.add((await readBeginning(file, 1024))?.toString().split('\n')[0]);
    } else {
      await rm(file, { force: true });
    }
  }
  await removeOwnDrafts(folder, olderThan, 'bases');
  let removed = 0;
  const shelves = await entriesOf(folder, 'objects');
  for (const { name: shelf } of shelves.filter((entry) => entry.isDirectory() && isHex(entry.name, 2))) {
    await removeOwnDrafts(folder, olderThan, 'objects', shelf);
    for (const hash of await hashesIn(folder, 'objects', shelf)) {
      const file = await ownPlace(folder, 'objects', shelf, hash);
      if (hash.startsWith(shelf) && !kept.has(hash) && (await isOlder(file, olderThan))) {
        await rm(file, { force: true });
        removed++;
      }
    }
  }
  return removed;
}

async function removeOwnDrafts(folder: string, olderThan: number, ...way: readonly string[]): Promise<void> {
  await removeDrafts(await ownPlace(folder, ...way), olderThan, (name) => isHex(name, 64));
}

async function hashesIn(folder: string, ...way: readonly string[]): Promise<string[]> {
  const entries = await entriesOf(folder, ...way);
  return entries.filter((entry) => entry.isFile() && isHex(entry.name, 64)).map(({ name }) => name);
}

async function entriesOf(folder: string, ...way: readonly string[]): Promise<Dirent[]> {
  return listed(await ownPlace(folder, ...way));
}

function isHex(name: string, digits: number): boolean {
  return name.length === digits && /^[0-9a-f]+$/.test(name);
}

/** Returns every hash in every lock file, also in unreadable ones and those with conflicts. */
async function lockedBases(folder: string, depth = deepest, into = new Set<string>()): Promise<Set<string>> {
  for (const entry of await listed(folder)) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory() && depth > 0 && !['.git', '.ordinance', 'node_modules'].includes(entry.name)) {
      await lockedBases(place, depth - 1, into);
    } else if (entry.name === lockName) {
      await collectHashes(place, into);
    }
  }
  return into;
}

/**
 * Collects every hash in a file up to the read limit, whatever its format. Content behind the limit, or a
 * strange file, must not stop the cleanup.
 */
export async function collectHashes(file: string, into: Set<string>): Promise<void> {
  const text = (await readBeginning(file, MAX_FILE_BYTES))?.toString() ?? '';
  for (const [hash] of text.matchAll(/[0-9a-f]{64}/g)) {
    into.add(hash);
  }
}
