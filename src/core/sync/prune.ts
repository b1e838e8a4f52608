import type { Dirent } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { isOlder, listed, removeDrafts, whileGitRests } from './store/durableFile.ts';
import { ownPlace } from './store/insideWorkspace.ts';
import type { PushRecord } from './journalEvent.ts';
import { lockName } from './store/lockFile.ts';
import { MAX_FILE_BYTES, readBeginning } from './store/regularFile.ts';
import type { SyncContext } from './syncContext.ts';

/** Limits of the journal. A push is removed when it is older than `days` and not among the last `pushes`. */
interface Retention {
  readonly days: number;
  /** Number of the last pushes of this console that stay at any age. */
  readonly pushes: number;
}

interface PrunedCounts {
  readonly pushes: number;
  readonly objects: number;
}

const day = 24 * 60 * 60 * 1000;

/**
 * Removes old pushes of this console from the journal. Then it removes old documents that no journal and no
 * lock file of the workspace needs. An unresolved push, or one with an unknown result, stays with its
 * snapshots.
 */
export async function prune(
  { store, journal, clock }: SyncContext,
  retention: Retention,
): Promise<PrunedCounts> {
  const before = clock.now().getTime() - Math.max(retention.days, 0) * day;
  const records = await journal.records();
  const old = records
    .slice(0, Math.max(records.length - Math.max(retention.pushes, 0), 0))
    .filter((record) => isVerified(record) && Date.parse(record.at) < before);
  for (const { id } of old) {
    await journal.remove(id);
  }
  const needed = await journalHashes(store.folder);
  // Another process may have stored a document that its journal does not name yet, hence one day of grace.
  const objects = await pruneObjects(store.folder, needed, Math.min(before, clock.now().getTime() - day));
  return { pushes: old.length, objects };
}

function isVerified({ closed, verdict }: PushRecord): boolean {
  return closed && verdict !== undefined && verdict !== 'unknown';
}

/** Depth of the search for lock files, which lie in the folders of consoles. */
const deepest = 8;

/**
 * Removes unneeded documents of the store that were stored before `olderThan` (milliseconds since the epoch).
 * `needed` and the lock files of the workspace name the needed ones. Returns the number of removed documents.
 * Throws, and removes nothing, when a folder that may have a lock file cannot be listed. Removes only files of
 * the store: hash-named files and their drafts.
 */
async function pruneObjects(
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

/** Returns every hash in every journal of the workspace, also in unreadable journals. */
async function journalHashes(folder: string): Promise<Set<string>> {
  const hashes = new Set<string>();
  const consoles = await entriesOf(folder, 'journal');
  for (const { name: console } of consoles.filter((entry) => entry.isDirectory())) {
    const files = await entriesOf(folder, 'journal', console);
    for (const { name } of files.filter((entry) => entry.isFile())) {
      await collectHashes(await ownPlace(folder, 'journal', console, name), hashes);
    }
  }
  return hashes;
}

/**
 * Collects every hash in a file up to the read limit, whatever its format. Content behind the limit, or a
 * strange file, must not stop the cleanup.
 */
async function collectHashes(file: string, into: Set<string>): Promise<void> {
  const text = (await readBeginning(file, MAX_FILE_BYTES))?.toString() ?? '';
  for (const [hash] of text.matchAll(/[0-9a-f]{64}/g)) {
    into.add(hash);
  }
}
