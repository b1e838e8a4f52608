import type { PushRecord } from '../../core/sync/store/journalEvent.ts';

/**
 * The push is the one that another push undid, redid or restored. It is the last earlier push of the same policy that
 * found or left the restored state. The result is undefined when no such push is known.
 */
export function restoredPush(record: PushRecord, all: readonly PushRecord[]): PushRecord | undefined {
  const { console, policy, at, restores, restoring = 'restore' } = record;
  if (restores === undefined) {
    return undefined;
  }
  const earlier = all
    .filter((push) => push.console === console && push.policy === policy && push.at < at)
    .toSorted((a, b) => (a.at < b.at ? 1 : -1));
  const met = earlier.find(({ snapshot }) => snapshot === restores);
  switch (restoring) {
    case 'undo':
      return met;
    case 'redo':
      // A redo applies the push again that the undo took back.
      return met && restoredPush(met, earlier);
    case 'restore':
    default:
      return earlier.find(({ after }) => after === restores) ?? met;
  }
}
