import type { PushRecord } from '../../core/sync/store/journalEvent.ts';

/**
 * The push that another one undid, did once more, or went back to: the last one before it of the same policy that met what is
 * brought back, or left it. Undefined where none is known any more.
 */
export function restoredPush(record: PushRecord, all: readonly PushRecord[]): PushRecord | undefined {
  const { console, policy, at, restores, restoring = 'restore' } = record;
  if (restores === undefined) {
    return undefined;
  }
  const earlier = all
    .filter((one) => one.console === console && one.policy === policy && one.at < at)
    .toSorted((a, b) => (a.at < b.at ? 1 : -1));
  const met = earlier.find(({ snapshot }) => snapshot === restores);
  switch (restoring) {
    case 'undo':
      return met;
    case 'redo':
      // What was undone then is done once more.
      return met && restoredPush(met, earlier);
    case 'restore':
    default:
      return earlier.find(({ after }) => after === restores) ?? met;
  }
}
