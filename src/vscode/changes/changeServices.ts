import type { Settings } from '../platform/settings.ts';
import type { Commands } from '../targets/commands.ts';
import type { Pushes } from '../targets/pushes.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';
import type { LiveDocuments } from '../workspace/liveDocuments.ts';
import type { PolicyDocuments } from '../workspace/policyDocuments.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { PolicyModels } from '../workspace/policyModels.ts';
import type { SavedTexts } from '../workspace/writeTextFile.ts';

export interface ChangeServices {
  readonly commands: Commands;
  readonly consoles: ConsoleRegistry;
  readonly documents: PolicyDocuments;
  readonly files: PolicyFiles;
  readonly syncs: ConsoleSyncs;
  readonly models: PolicyModels;
  readonly savedTexts: SavedTexts;
  readonly liveDocuments: LiveDocuments;
  readonly pushes: Pushes;
  readonly settings: Settings;
  readonly report: (what: string, error: unknown) => void;
}
