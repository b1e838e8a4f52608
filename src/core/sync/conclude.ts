import { defined } from '../util/defined.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { BaseMove } from './bases.ts';
import type { Settlement } from './outcomes.ts';
import type { LiveDocument } from './readLive.ts';
import type { JournalEntry } from './store/journal.ts';
import type { SyncContext } from './syncContext.ts';

/**
 * Records a result with the live policy that proves it, and moves the base of an applied push. Returns true
 * when the base moved. The base stays when it changed during the push, or when the file lacks the pushed
 * changes.
 */
export async function conclude(
  context: SyncContext,
  kind: PolicyKind,
  entry: JournalEntry,
  live: LiveDocument,
  settled: Settlement,
  from: BaseMove,
): Promise<boolean> {
  const isApplied = settled.verdict === 'applied';
  await recordLook(context, entry, live, isApplied ? await context.bases.keep(kind, live) : undefined);
  await recordVerdict(entry, settled);
  const isMoved = isApplied && (await context.bases.move(kind, live, from));
  await entry.append({ event: 'closed' });
  return isMoved;
}

/** Records the result of a push that ended before its PUT. */
export async function concludeUnsent(entry: JournalEntry): Promise<Settlement> {
  const unsent = { verdict: 'not-applied', reason: 'The push ended before anything was sent.' } as const;
  await recordVerdict(entry, unsent);
  await entry.append({ event: 'closed' }, true);
  return unsent;
}

/** Adds the live policy to the journal, and stores it unless the store has it as `stored`. */
export async function recordLook(
  { store }: SyncContext,
  entry: JournalEntry,
  live: LiveDocument,
  stored?: string,
): Promise<void> {
  const object = stored ?? (await store.put(live.text));
  await entry.append({ event: 'read-back', live: live.hash, object });
}

export function recordVerdict(
  entry: JournalEntry,
  { verdict, reason, consoleEdits }: Settlement,
): Promise<void> {
  return entry.append(defined({ event: 'verdict', verdict, reason, consoleEdits }), true);
}
