import path from 'node:path';
import type { PushRecord } from './store/journalEvent.ts';
import type { SyncContext } from './syncContext.ts';

/** What is kept. A push goes when it is older than `days` and not among the last `pushes`. */
export interface Retention {
  readonly days: number;
  /** The last so many pushes of this console are kept whatever their age. */
  readonly pushes: number;
}

export interface Pruned {
  readonly pushes: number;
  readonly objects: number;
}

const day = 24 * 60 * 60 * 1000;

/**
 * Removes old pushes of this console from the journal, then documents that no journal and no lock file of the workspace
 * needs and that are older than the retention. A push that is open, or whose verdict is unknown, stays with its snapshots.
 */
export async function prune({ store, journal, clock }: SyncContext, retention: Retention): Promise<Pruned> {
  const before = clock.now().getTime() - Math.max(retention.days, 0) * day;
  const records = await journal.records();
  const old = records
    .slice(0, Math.max(records.length - Math.max(retention.pushes, 0), 0))
    .filter((record) => isVerified(record) && Date.parse(record.at) < before);
  for (const { id } of old) {
    await journal.remove(id);
  }
  const needed = await journal.everyHash();
  const root = path.dirname(store.folder);
  // A day of grace: somebody may have just stored what his journal is about to name.
  const objects = await store.prune(needed, root, Math.min(before, clock.now().getTime() - day));
  return { pushes: old.length, objects };
}

function isVerified({ closed, verdict }: PushRecord): boolean {
  return closed && verdict !== undefined && verdict !== 'unknown';
}
