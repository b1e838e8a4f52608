import type { ContextKeys } from '../platform/contextKeys.ts';
import type { Log } from '../platform/log.ts';
import type { Commands } from '../targets/commands.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';
import type { LiveDocuments } from '../workspace/liveDocuments.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { PolicyModels } from '../workspace/policyModels.ts';
import type { PolicyTestRuns } from '../workspace/policyTestRuns.ts';
import type { Merges } from './merges.ts';

/** The services that merges use. */
export interface MergeServices {
  readonly commands: Commands;
  readonly consoles: ConsoleRegistry;
  readonly contextKeys: ContextKeys;
  readonly files: PolicyFiles;
  readonly liveDocuments: LiveDocuments;
  readonly log: Log;
  readonly merges: Merges;
  readonly models: PolicyModels;
  readonly policyTestRuns: Pick<PolicyTestRuns, 'planned'>;
  readonly syncs: ConsoleSyncs;
}
