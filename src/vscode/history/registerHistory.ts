import type { Pushes } from '../targets/pushes.ts';
import {
  comparePushes,
  compareWithLive,
  exportEvidence,
  pastPlanScheme,
  restorePush,
  showPastPlan,
} from './historyCommands.ts';
import { HistoryView } from './historyView.ts';
import { VirtualTexts } from '../workspace/virtualTexts.ts';
import type { FeatureServices } from '../featureServices.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { messageOf } from '../../core/util/errors.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';

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

/** This number of pushes is kept whatever their age. */
const alwaysKept = 20;

type RetentionServices = Pick<FeatureServices, 'consoles' | 'syncs' | 'settings' | 'log'>;

/** Removes older history than the setting allows, once per console and session. It makes no request. */
function pruneHistory(services: RetentionServices): Disposable {
  const { consoles, settings } = services;
  const seen = new Set<string>();
  return consoles.onDidChange(() => {
    const days = settings.retentionDays;
    for (const console of consoles.consoles) {
      if (days !== undefined && console.access !== 'untrusted' && !seen.has(console.id)) {
        seen.add(console.id);
        void prune(services, console, days);
      }
    }
  });
}

/** Never rejects. */
async function prune({ syncs, log }: RetentionServices, console: ConsoleHandle, days: number): Promise<void> {
  try {
    const { pushes, objects } = await syncs.of(console).prune({ days, pushes: alwaysKept });
    log.info(`history of ${console.entry.name}: ${pushes} pushes and ${objects} documents were removed`);
  } catch (error) {
    log.warn(`history of ${console.entry.name} was not pruned to the end: ${messageOf(error)}`);
  }
}
