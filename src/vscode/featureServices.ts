import type { ExtensionMode, Uri } from 'vscode';
import type { Redaction } from '../core/console/redaction.ts';
import type { Programs } from '../core/sync/programs.ts';
import type { DisposableStore } from '../core/util/disposable.ts';
import type { ConsoleConnections } from './connection/consoleConnections.ts';
import type { ContextKeys } from './platform/contextKeys.ts';
import type { Log } from './platform/log.ts';
import type { Memory } from './platform/memory.ts';
import type { Secrets } from './platform/secrets.ts';
import type { Settings } from './platform/settings.ts';
import type { TablePage } from './table/tablePage.ts';
import type { Commands } from './targets/commands.ts';
import type { LastPush } from './targets/pushes.ts';
import type { Targets } from './targets/targets.ts';
import type { ConsoleLookups } from './workspace/consoleLookups.ts';
import type { Consoles } from './workspace/consoles.ts';
import type { LiveDocuments } from './workspace/liveDocuments.ts';
import type { PolicyDocuments, PolicyRules } from './workspace/policyDocuments.ts';
import type { ConsoleSyncs } from './workspace/consoleSyncs.ts';
import type { PolicyModels } from './workspace/policyModels.ts';
import type { PolicyTestFiles } from './workspace/policyTestFiles.ts';
import type { RuleEditor } from './workspace/ruleEditor.ts';
import type { SavedTexts } from './workspace/writeTextFile.ts';

/** Everything a feature may use. */
export interface FeatureServices {
  /** Everything that ends with the extension, the first item last. */
  readonly disposables: DisposableStore;
  /** Folder of the installed extension. */
  readonly extensionUri: Uri;
  /** Tests see more than a release. */
  readonly extensionMode: ExtensionMode;
  /** Folder for files of the extension on this computer, for all workspaces. */
  readonly storageUri: Uri;

  /** Registers commands by the policies, rules or rows they act on. */
  readonly commands: Commands;
  /** Finds the policies and rules a command means: rows, cursors or a choice. */
  readonly targets: Targets;
  /** The last push of this window, which *Undo Last Push* undoes. */
  readonly lastPush: LastPush;
  /** Keys for the `when` clauses of the manifest. */
  readonly contextKeys: ContextKeys;
  /** Shows an error to the person, as a failed command does. */
  readonly report: (what: string, error: unknown) => void;

  /** Settings of the user and of folders. */
  readonly settings: Settings;
  /** Access keys, bound to the addresses they were typed for. */
  readonly secrets: Secrets;
  /** Values that stay on this computer for all workspaces. */
  readonly memory: Memory;
  /** Values that stay on this computer for this workspace. */
  readonly workspaceMemory: Memory;
  /** The Ordinance output channel. */
  readonly log: Log;
  /** Removes secrets from texts. */
  readonly redaction: Redaction;
  /** Runs programs such as git, in a trusted workspace only. */
  readonly programs: Programs;

  /** Consoles of `ordinance.yaml`, the access to each, and the places and changes of their policy files. */
  readonly consoles: Consoles;
  /** Clients of consoles: the only way to the network. */
  readonly connections: ConsoleConnections;
  /** Collections, checks and other names of a console, and collections from `collections.yaml`. */
  readonly lookups: ConsoleLookups;

  /** Parsed policy files, in step with typing. */
  readonly documents: PolicyDocuments;
  /** Saved texts below unsaved edits of `ordinance.yaml`, policy files and test files. */
  readonly savedTexts: SavedTexts;
  /** Files of policy tests. */
  readonly policyTests: PolicyTestFiles;

  /** One `SyncContext` per console, for pull, plan, push, base and live. */
  readonly syncs: ConsoleSyncs;
  /** States, marks and order of every policy, and the events about them. */
  readonly models: PolicyModels;
  /** Rules of policy files, as lists and trees show them. */
  readonly rules: PolicyRules;

  /** Edits rules of a file, one after another, and undoes the last edits. */
  readonly ruleEditor: RuleEditor;

  /** Read-only documents of live policies and of sides of a comparison. */
  readonly liveDocuments: LiveDocuments;
  /** Pages with tables. */
  readonly tables: TablePage;
}
