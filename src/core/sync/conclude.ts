import { defined } from '../util/defined.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { BaseMove } from './bases.ts';
import type { LiveDocument } from './readLive.ts';
import type { Settled } from './settle.ts';
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
  settled: Settled,
  from: Pick<BaseMove, 'expected' | 'isMadeFrom'>,
): Promise<boolean> {
  const isApplied = settled.verdict === 'applied';
  await recordLook(context, entry, live, isApplied ? await context.bases.keep(kind, live) : undefined);
  await recordVerdict(context, entry, settled);
  let isMoved = false;
  if (isApplied) {
    isMoved = await context.bases.move(kind, live, { consoleVersion: await context.version(), ...from });
  }
  if (isMoved) {
    await entry.append({ event: 'base-moved', at: timeOf(context), base: live.hash });
  }
  await entry.append({ event: 'closed', at: timeOf(context) });
  return isMoved;
}

/** Adds the live policy to the journal, and stores it unless the store has it as `stored`. */
export async function recordLook(
  context: SyncContext,
  entry: JournalEntry,
  live: LiveDocument,
  stored?: string,
): Promise<void> {
  const object = stored ?? (await context.store.put(live.text));
  await entry.append({ event: 'read-back', at: timeOf(context), live: live.hash, object });
}

export async function recordVerdict(
  context: SyncContext,
  entry: JournalEntry,
  { verdict, reason, consoleEdits }: Pick<Settled, 'verdict' | 'reason' | 'consoleEdits'>,
): Promise<void> {
  await entry.append(defined({ event: 'verdict', at: timeOf(context), verdict, reason, consoleEdits }), true);
}

/** Returns the current time in the format of the journal. */
export function timeOf(context: SyncContext): string {
  return context.clock.now().toISOString();
}
