import type { Dirent } from 'node:fs';
import path from 'node:path';
import { listed, removeDrafts, removeIfOlder, whileGitRests } from './store/durableFile.ts';
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
  { store: { folder }, journal, clock }: SyncContext,
  retention: Retention,
): Promise<PrunedCounts> {
  const now = clock.now().getTime();
  const before = now - Math.max(retention.days, 0) * day;
  const records = await journal.records();
  const old = records
    .slice(0, Math.max(records.length - Math.max(retention.pushes, 0), 0))
    .filter((record) => isVerified(record) && Date.parse(record.at) < before);
  for (const { id } of old) {
    await journal.remove(id);
  }
  const isJournal = (entry: Dirent): boolean => entry.isDirectory() || entry.isFile();
  const needed = await hashesBelow(ownPlace(folder, 'journal'), 1, isJournal);
  // Another process may have stored a document that its journal does not name yet, hence one day of grace.
  return { pushes: old.length, objects: await pruneObjects(folder, needed, Math.min(before, now - day)) };
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
async function pruneObjects(folder: string, needed: ReadonlySet<string>, olderThan: number): Promise<number> {
  const root = path.dirname(folder);
  // Git removes a lock file before it writes the new one.
  const locked = await whileGitRests(root, () => hashesBelow(root, deepest, mayHaveBases));
  const kept = new Set<string | undefined>(needed);
  for (const { name, file } of await hashNamed(folder, 'bases')) {
    if (locked.has(name) || !(await removeIfOlder(file, olderThan))) {
      kept.add((await readBeginning(file, 1024))?.toString().split('\n')[0]);
    }
  }
  await removeOwnDrafts(olderThan, folder, 'bases');
  let removed = 0;
  const shelves = await listed(ownPlace(folder, 'objects'));
  for (const { name: shelf } of shelves.filter((entry) => entry.isDirectory() && isHex(entry.name, 2))) {
    await removeOwnDrafts(olderThan, folder, 'objects', shelf);
    for (const { name: hash, file } of await hashNamed(folder, 'objects', shelf)) {
      const isUnneeded = hash.startsWith(shelf) && !kept.has(hash);
      removed += Number(isUnneeded && (await removeIfOlder(file, olderThan)));
    }
  }
  return removed;
}

async function removeOwnDrafts(olderThan: number, ...way: readonly [string, ...string[]]): Promise<void> {
  await removeDrafts(ownPlace(...way), olderThan, (name) => isHex(name, 64));
}

async function hashNamed(...way: readonly [string, ...string[]]) {
  const entries = await listed(ownPlace(...way));
  return entries
    .filter((entry) => entry.isFile() && isHex(entry.name, 64))
    .map(({ name }) => ({ name, file: ownPlace(...way, name) }));
}

function isHex(name: string, digits: number): boolean {
  return name.length === digits && /^[0-9a-f]+$/.test(name);
}

function mayHaveBases(entry: Dirent): boolean {
  return entry.isDirectory()
    ? !['.git', '.ordinance', 'node_modules'].includes(entry.name)
    : entry.name === lockName;
}

/**
 * Returns every hash in the files and folders below a folder that `isRead` accepts, whatever their format: an
 * unreadable journal, or a lock file with conflicts, still needs its documents. Content behind the read limit, or
 * a strange file, must not stop the cleanup.
 */
async function hashesBelow(
  folder: string,
  depth: number,
  isRead: (entry: Dirent) => boolean,
  into = new Set<string>(),
): Promise<Set<string>> {
  for (const entry of (await listed(folder)).filter(isRead)) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory() && depth > 0) {
      await hashesBelow(place, depth - 1, isRead, into);
    } else {
      const text = (await readBeginning(place, MAX_FILE_BYTES))?.toString() ?? '';
      for (const [hash] of text.matchAll(/[0-9a-f]{64}/g)) {
        into.add(hash);
      }
    }
  }
  return into;
}
