import type { FeatureServices } from '../featureServices.ts';
import { ConflictsView } from './conflictsView.ts';
import { MergeDocuments } from './mergeDocuments.ts';
import { applyMerge, mergePolicy } from './mergePolicy.ts';
import { Merges } from './mergeSession.ts';
import { ResolutionFiles } from './resolutionFiles.ts';
import { cancelMerge, chooseMerge, editConflict, resolveConflicts, showConflict } from './resolveConflict.ts';

/** Registers merges of policy files with live policies. A view of its own lists conflicts. */
export function registerMerge(shared: FeatureServices): void {
  const { disposables } = shared;
  const services = { ...shared, merges: new Merges(shared.contextKeys) };
  const mergeDocuments = disposables.add(new MergeDocuments(services));
  const resolutions = disposables.add(new ResolutionFiles({ ...services, mergeDocuments }));
  const conflicts = disposables.add(new ConflictsView({ ...services, mergeDocuments }));
  const merging = { ...services, mergeDocuments, resolutions, conflicts };
  shared.commands.onRow(merging, {
    'ordinance.conflict.edit': editConflict,
    'ordinance.conflict.reopen': (all, row, rows) => resolveConflicts(all, undefined, row, rows),
    'ordinance.conflict.show': showConflict,
    'ordinance.conflict.useBase': (all, row, rows) => resolveConflicts(all, 'base', row, rows),
    'ordinance.conflict.useLive': (all, row, rows) => resolveConflicts(all, 'live', row, rows),
    'ordinance.conflict.useMine': (all, row, rows) => resolveConflicts(all, 'mine', row, rows),
    'ordinance.merge.apply': async (all, row) => applyMerge(all, await chooseMerge(all, row)),
    'ordinance.merge.cancel': cancelMerge,
    'ordinance.merge.compare': async (all, row) => mergeDocuments.compare(await chooseMerge(all, row)),
  });
  shared.commands.onPolicy(merging, { 'ordinance.policy.merge': mergePolicy });
}
