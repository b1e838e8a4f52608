import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import type { ContextKeys } from '../platform/contextKeys.ts';
import type { Log } from '../platform/log.ts';
import type { Commands } from '../targets/commands.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';
import type { LiveDocuments } from '../workspace/liveDocuments.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import { ConflictsView } from './conflictsView.ts';
import { mergePolicy } from './mergePolicy.ts';
import { Merges } from './merges.ts';
import {
  applyChosenMerge,
  cancelMerge,
  editConflict,
  resolveConflicts,
  showConflict,
} from './resolveConflict.ts';

export interface MergeServices {
  readonly commands: Commands;
  readonly consoles: ConsoleRegistry;
  readonly files: PolicyFiles;
  readonly syncs: ConsoleSyncs;
  readonly liveDocuments: LiveDocuments;
  readonly contextKeys: ContextKeys;
  readonly log: Log;
}

/** Merges live into a working copy; conflicts wait in a view of their own. */
export function registerMerge(services: MergeServices): Disposable {
  const { commands, contextKeys } = services;
  const store = new DisposableStore();
  const merges = store.add(new Merges(contextKeys));
  const conflicts = store.add(new ConflictsView({ ...services, merges }));
  const merging = { ...services, merges, conflicts };
  commands.onRow('ordinance.conflict.edit', (row) => editConflict(merging, row));
  commands.onRow('ordinance.conflict.reopen', (row, rows) => resolveConflicts(merging, undefined, row, rows));
  commands.onRow('ordinance.conflict.show', (row) => showConflict(merging, row));
  commands.onRow('ordinance.conflict.useLive', (row, rows) => resolveConflicts(merging, 'live', row, rows));
  commands.onRow('ordinance.conflict.useMine', (row, rows) => resolveConflicts(merging, 'mine', row, rows));
  commands.onRow('ordinance.merge.apply', (row) => applyChosenMerge(merging, row));
  commands.onRow('ordinance.merge.cancel', (row) => cancelMerge(merging, row));
  commands.onPolicy('ordinance.policy.merge', (policy) => mergePolicy(merging, policy));
  return store;
}
