import type { Uri } from 'vscode';
import type { ConsoleConnections } from '../connection/consoleConnections.ts';
import type { ContextKeys } from '../platform/contextKeys.ts';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Commands } from '../targets/commands.ts';
import type { Targets } from '../targets/targets.ts';
import type { Consoles } from '../workspace/consoles.ts';
import type { SavedTexts } from '../workspace/writeTextFile.ts';

export interface ConsoleServices {
  readonly commands: Commands;
  readonly consoles: Consoles;
  readonly connections: ConsoleConnections;
  readonly targets: Targets;
  readonly secrets: Secrets;
  readonly savedTexts: SavedTexts;
  readonly contextKeys: ContextKeys;
  readonly log: Log;
  /** Folder of the installed extension. */
  readonly extensionUri: Uri;
  /** Where the extension may keep files of its own. */
  readonly storageUri: Uri;
}
