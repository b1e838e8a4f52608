import type { PushRecord } from './store/journalEvent.ts';
import { pruneObjects } from './store/pruneObjects.ts';
import type { SyncContext } from './syncContext.ts';

/** Limits of the journal. A push is removed when it is older than `days` and not among the last `pushes`. */
export interface Retention {
  readonly days: number;
  /** Number of the last pushes of this console that stay at any age. */
  readonly pushes: number;
}

export interface PrunedCounts {
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
  const needed = await journal.everyHash();
  // Another process may have stored a document that its journal does not name yet, hence one day of grace.
  const objects = await pruneObjects(store.folder, needed, Math.min(before, clock.now().getTime() - day));
  return { pushes: old.length, objects };
}

function isVerified({ closed, verdict }: PushRecord): boolean {
  return closed && verdict !== undefined && verdict !== 'unknown';
}
