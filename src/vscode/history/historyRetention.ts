import { DisposableOwner } from '../../core/util/disposable.ts';
import { messageOf } from '../../core/util/errors.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { FeatureServices } from '../featureServices.ts';

/** This number of pushes is kept whatever their age. */
const alwaysKept = 20;

export type HistoryRetentionDeps = Pick<FeatureServices, 'consoles' | 'syncs' | 'settings' | 'log'>;

/** The class removes older history than the setting allows, once per console and session. It makes no request. */
export class HistoryRetention extends DisposableOwner {
  readonly #seen = new Set<string>();

  constructor(deps: HistoryRetentionDeps) {
    super();
    this.disposables.add(
      deps.consoles.onDidChange(() => {
        const days = deps.settings.retentionDays;
        for (const console of deps.consoles.consoles) {
          if (days !== undefined && console.access !== 'untrusted' && !this.#seen.has(console.id)) {
            this.#seen.add(console.id);
            void prune(deps, console, days);
          }
        }
      }),
    );
  }
}

/** Never rejects. */
async function prune(
  { syncs, log }: HistoryRetentionDeps,
  console: ConsoleHandle,
  days: number,
): Promise<void> {
  try {
    const { pushes, objects } = await syncs.of(console).prune({ days, pushes: alwaysKept });
    log.info(`history of ${console.entry.name}: ${pushes} pushes and ${objects} documents were removed`);
  } catch (error) {
    log.warn(`history of ${console.entry.name} was not pruned to the end: ${messageOf(error)}`);
  }
}
