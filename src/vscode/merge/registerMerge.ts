import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import type { PolicyModels } from '../workspace/policyModels.ts';
import type { ContextKeys } from '../platform/contextKeys.ts';
import type { Log } from '../platform/log.ts';
import type { Commands } from '../targets/commands.ts';
import { chosenOf } from '../targets/targets.ts';
import type { PolicyTestRuns } from '../workspace/policyTestRuns.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';
import type { LiveDocuments } from '../workspace/liveDocuments.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import { ConflictsView } from './conflictsView.ts';
import { MergeComparisons } from './mergeComparisons.ts';
import { MergeDocuments } from './mergeDocuments.ts';
import { mergePolicy, type Merging } from './mergePolicy.ts';
import { Merges } from './merges.ts';
import { ResolutionFiles } from './resolutionFiles.ts';
import {
  applyChosenMerge,
  cancelMerge,
  compareMerge,
  editConflict,
  resolveConflicts,
  showConflict,
} from './resolveConflict.ts';

export interface MergeServices {
  readonly policyTestRuns: Pick<PolicyTestRuns, 'planned'>;
  readonly commands: Commands;
  readonly consoles: ConsoleRegistry;
  readonly files: PolicyFiles;
  readonly syncs: ConsoleSyncs;
  readonly liveDocuments: LiveDocuments;
  readonly models: PolicyModels;
  readonly contextKeys: ContextKeys;
  readonly log: Log;
}

/** Registers merges of policy files with live policies. A view of its own lists conflicts. */
export function registerMerge(services: MergeServices): Disposable {
  const { commands, contextKeys } = services;
  const store = new DisposableStore();
  const merges = store.add(new Merges(contextKeys));
  const comparisons = store.add(new MergeComparisons({ ...services, merges }));
  const tested: Merging['tested'] = async ({ input: { consoleId, kind }, result }) => {
    const { console } = chosenOf(services, { kind: 'policy', consoleId, policy: kind.name });
    return services.policyTestRuns.planned(console, kind, result.merged, { mustHold: false });
  };
  const resolutions = store.add(new ResolutionFiles({ ...services, merges }));
  const documents = store.add(new MergeDocuments({ ...services, merges, resolutions, tested }));
  const conflicts = store.add(new ConflictsView({ ...services, merges, documents, resolutions }));
  const merging = { ...services, merges, comparisons, tested, resolutions, documents, conflicts };
  commands.onRow(merging, {
    'ordinance.conflict.edit': editConflict,
    'ordinance.conflict.reopen': (all, row, rows) => resolveConflicts(all, undefined, row, rows),
    'ordinance.conflict.show': showConflict,
    'ordinance.conflict.useBase': (all, row, rows) => resolveConflicts(all, 'base', row, rows),
    'ordinance.conflict.useLive': (all, row, rows) => resolveConflicts(all, 'live', row, rows),
    'ordinance.conflict.useMine': (all, row, rows) => resolveConflicts(all, 'mine', row, rows),
    'ordinance.merge.apply': applyChosenMerge,
    'ordinance.merge.cancel': cancelMerge,
    'ordinance.merge.compare': compareMerge,
  });
  commands.onPolicy(merging, { 'ordinance.policy.merge': mergePolicy });
  return store;
}
