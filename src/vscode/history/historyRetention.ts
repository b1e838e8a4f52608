import type { Disposable } from '../../core/util/disposable.ts';
import { messageOf } from '../../core/util/errors.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { FeatureServices } from '../featureServices.ts';

/** This number of pushes is kept whatever their age. */
const alwaysKept = 20;

type RetentionServices = Pick<FeatureServices, 'consoles' | 'syncs' | 'settings' | 'log'>;

/** Removes older history than the setting allows, once per console and session. It makes no request. */
export function pruneHistory(services: RetentionServices): Disposable {
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
