import type { Pushes } from '../targets/pushes.ts';
import {
  comparePushes,
  compareWithLive,
  exportEvidence,
  pastPlanScheme,
  restorePush,
  showPastPlan,
} from './historyCommands.ts';
import { pruneHistory } from './historyRetention.ts';
import { HistoryView } from './historyView.ts';
import { VirtualTexts } from '../workspace/virtualTexts.ts';
import type { FeatureServices } from '../featureServices.ts';

/**
 * The History view shows plans and changes of past pushes, their undo and their evidence. A setting limits their age.
 */
export function registerHistory(services: FeatureServices & { readonly pushes: Pushes }): void {
  const { disposables, commands } = services;
  const view = disposables.add(new HistoryView(services));
  const history = {
    ...services,
    history: view,
    pastPlans: disposables.add(new VirtualTexts(pastPlanScheme)),
  };
  disposables.add(pruneHistory(services));
  commands.onRow(history, {
    'ordinance.history.compare': comparePushes,
    'ordinance.history.compareLive': compareWithLive,
    'ordinance.history.exportEvidence': exportEvidence,
    'ordinance.history.refresh': () => view.refresh(),
    'ordinance.history.restore': restorePush,
    '_ordinance.history.reveal': async (_, entry) => view.reveal(entry),
    'ordinance.history.showPlan': showPastPlan,
  });
}
