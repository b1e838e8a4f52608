import { l10n, type ExtensionContext, type ExtensionMode, type Uri } from 'vscode';
import { Redaction } from './core/console/redaction.ts';
import type { Disposable } from './core/util/disposable.ts';
import { useTranslations } from './core/util/l10n.ts';
import type { ProgramRunner } from './core/util/programRunner.ts';
import { authorityOf } from './vscode/connection/authority.ts';
import { ConsoleConnections } from './vscode/connection/consoleConnections.ts';
import { CommandRegistry } from './vscode/platform/commandRegistry.ts';
import { ContextKeys } from './vscode/platform/contextKeys.ts';
import { Log } from './vscode/platform/log.ts';
import { Memory } from './vscode/platform/memory.ts';
import { Secrets } from './vscode/platform/secrets.ts';
import { Settings } from './vscode/platform/settings.ts';
import { TablePage } from './vscode/table/tablePage.ts';
import { Commands } from './vscode/targets/commands.ts';
import { LastPush } from './vscode/targets/lastPush.ts';
import { Targets } from './vscode/targets/targets.ts';
import { ConsoleLookups } from './vscode/workspace/consoleLookups.ts';
import { Consoles } from './vscode/workspace/consoles.ts';
import { KnownScopes } from './vscode/workspace/knownScopes.ts';
import { LiveDocuments } from './vscode/workspace/liveDocuments.ts';
import { MovePreview } from './vscode/workspace/movePreview.ts';
import { PolicyDocuments } from './vscode/workspace/policyDocuments.ts';
import { ConsoleSyncPool } from './vscode/workspace/consoleSyncPool.ts';
import { PolicyFiles } from './vscode/workspace/policyFiles.ts';
import { PolicyRules } from './vscode/workspace/policyRules.ts';
import { PolicyModels } from './vscode/workspace/policyModels.ts';
import { PolicyTestFiles } from './vscode/workspace/policyTestFiles.ts';
import { PolicyTestRuns } from './vscode/workspace/policyTestRuns.ts';
import { RuleEditHistory } from './vscode/workspace/ruleEditHistory.ts';
import { RuleEditor } from './vscode/workspace/ruleEditor.ts';
import { SavedTextTracker } from './vscode/workspace/savedTextTracker.ts';
import { workspacePrograms } from './vscode/workspace/workspaceFolders.ts';

/** Everything a feature may use. Each feature declares the part that it takes. */
export interface Services {
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
  readonly programs: ProgramRunner;

  /** Consoles of `ordinance.yaml`, and the access to each. */
  readonly consoles: Consoles;
  /** Clients of consoles: the only way to the network. */
  readonly connections: ConsoleConnections;
  /** Collections, checks and other names that a console answered. */
  readonly lookups: ConsoleLookups;
  /** Contents of collections, from the console or from `collections.yaml`. */
  readonly scopes: KnownScopes;

  /** Places of policy files, and their changes on disk and in editors. */
  readonly files: PolicyFiles;
  /** Parsed policy files, in step with typing. */
  readonly documents: PolicyDocuments;
  /** Saved texts below unsaved edits of `ordinance.yaml`, policy files and test files. */
  readonly savedTexts: SavedTextTracker;
  /** Files of policy tests. */
  readonly policyTests: PolicyTestFiles;
  /** Runs policy tests on a document. */
  readonly policyTestRuns: PolicyTestRuns;

  /** One `ConsoleSync` per console: pull, plan, push, base and live. */
  readonly syncs: ConsoleSyncPool;
  /** States, marks and order of every policy, and the one event about them. */
  readonly models: PolicyModels;
  /** Rules of policy files, as lists and trees show them. */
  readonly rules: PolicyRules;

  /** Edits rules of a file, one after another. */
  readonly ruleEditor: RuleEditor;
  /** The last edits of rules, which can be undone. */
  readonly ruleHistory: RuleEditHistory;
  /** Changed decisions of a move, before and after it. */
  readonly movePreview: MovePreview;

  /** Read-only documents of live policies and of sides of a comparison. */
  readonly liveDocuments: LiveDocuments;
  /** Pages with tables. */
  readonly tables: TablePage;
}

/** `own` takes what has to be disposed: what is made first is disposed last. */
export function makeServices(context: ExtensionContext, own: <T extends Disposable>(item: T) => T): Services {
  const { extensionUri, extensionMode, globalStorageUri: storageUri } = context;

  useTranslations(l10n.t);
  const redaction = new Redaction();
  const log = own(new Log((text) => redaction.redact(text)));
  const registry = own(new CommandRegistry(log));
  const report = (what: string, error: unknown): void => registry.report(what, error);
  const contextKeys = new ContextKeys();
  const settings = own(new Settings());
  const secrets = own(new Secrets(context.secrets, log));
  const memory = new Memory(context.globalState);
  const workspaceMemory = new Memory(context.workspaceState);
  const programs = workspacePrograms();
  const consoles = own(new Consoles(secrets, log, authorityOf));
  const connections = own(new ConsoleConnections({ consoles, secrets, settings, log, redaction }));
  const lookups = own(
    new ConsoleLookups({ consoles, log, resources: (console) => connections.resources(console) }),
  );
  const documents = own(new PolicyDocuments(log));
  const savedTexts = own(new SavedTextTracker());
  const files = own(new PolicyFiles(consoles));
  const scopes = own(new KnownScopes({ consoles, files, lookups, log }));
  const policyTests = own(new PolicyTestFiles({ consoles, files, log }));
  const policyTestRuns = new PolicyTestRuns(policyTests, scopes);
  const ruleEditor = new RuleEditor(documents);
  const ruleHistory = own(new RuleEditHistory(ruleEditor));
  const liveDocuments = own(new LiveDocuments(files, documents, settings));
  const syncs = own(
    new ConsoleSyncPool({
      consoles,
      files,
      documents,
      savedTexts,
      connections,
      programs,
      workspaceMemory,
      settings,
      scopes,
      lookups,
      policyTestRuns,
      log,
    }),
  );
  const models = own(new PolicyModels({ consoles, syncs, files, documents, scopes, lookups, log }));
  const rules = new PolicyRules(documents, models);
  const movePreview = new MovePreview(models.orders);
  const tables = own(new TablePage({ extensionUri, report }));
  const lastPush = new LastPush(contextKeys);
  const targets = new Targets({ consoles, files, rules, ruleEditor });
  const commands = new Commands(registry, targets);

  return {
    extensionUri,
    extensionMode,
    storageUri,
    commands,
    targets,
    lastPush,
    contextKeys,
    report,
    settings,
    secrets,
    memory,
    workspaceMemory,
    log,
    redaction,
    programs,
    consoles,
    connections,
    lookups,
    scopes,
    files,
    documents,
    savedTexts,
    policyTests,
    policyTestRuns,
    syncs,
    models,
    rules,
    ruleEditor,
    ruleHistory,
    movePreview,
    liveDocuments,
    tables,
  };
}
