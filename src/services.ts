import { l10n, workspace, type ExtensionContext } from 'vscode';
import { Redaction } from './core/console/redaction.ts';
import { DisposableStore, type Disposable } from './core/util/disposable.ts';
import { useTranslations } from './core/util/l10n.ts';
import { ConsoleConnections } from './vscode/connection/consoleConnections.ts';
import { CommandRegistry } from './vscode/platform/commandRegistry.ts';
import { ContextKeys } from './vscode/platform/contextKeys.ts';
import { Log } from './vscode/platform/log.ts';
import { memoryIn } from './vscode/platform/memory.ts';
import { Secrets } from './vscode/platform/secrets.ts';
import { Settings } from './vscode/platform/settings.ts';
import { TablePage } from './vscode/table/tablePage.ts';
import { Commands } from './vscode/targets/commands.ts';
import { LastPush } from './vscode/targets/pushes.ts';
import { noRows, type Targets } from './vscode/targets/targets.ts';
import { ConsoleLookups } from './vscode/workspace/consoleLookups.ts';
import { Consoles } from './vscode/workspace/consoles.ts';
import { LiveDocuments } from './vscode/workspace/liveDocuments.ts';
import { PolicyDocuments, PolicyRules } from './vscode/workspace/policyDocuments.ts';
import { ConsoleSyncs } from './vscode/workspace/consoleSyncs.ts';
import { PolicyModels } from './vscode/workspace/policyModels.ts';
import { PolicyTestFiles } from './vscode/workspace/policyTestFiles.ts';
import { RuleEditor } from './vscode/workspace/ruleEditor.ts';
import { SavedTexts } from './vscode/workspace/writeTextFile.ts';
import { workspacePaths } from './vscode/workspace/textFiles.ts';
import { Programs } from './core/sync/programs.ts';
import type { FeatureServices } from './vscode/featureServices.ts';

export function makeServices(context: ExtensionContext): FeatureServices {
  const { extensionUri, extensionMode, globalStorageUri: storageUri } = context;
  const disposables = new DisposableStore();
  context.subscriptions.push(disposables);
  const own = <T extends Disposable>(item: T): T => disposables.add(item);

  useTranslations(l10n.t);
  const redaction = new Redaction();
  const log = own(new Log((text) => redaction.redact(text)));
  const registry = own(new CommandRegistry(log));
  const report = (what: string, error: unknown): void => registry.report(what, error);
  const contextKeys = new ContextKeys();
  const settings = own(new Settings());
  const secrets = own(new Secrets(context.secrets, log));
  const memory = memoryIn(context.globalState);
  const workspaceMemory = memoryIn(context.workspaceState);
  // Programs run only in a trusted workspace, and never from a path inside it.
  const programs = new Programs({ mayRun: () => workspace.isTrusted, workspaces: workspacePaths });
  const consoles = own(new Consoles(secrets, log));
  const connections = own(new ConsoleConnections({ consoles, secrets, settings, log, redaction }));
  const lookups = own(
    new ConsoleLookups({ consoles, log, resources: (console) => connections.resources(console) }),
  );
  const documents = own(new PolicyDocuments(log));
  const savedTexts = own(new SavedTexts());
  const policyTests = own(new PolicyTestFiles(consoles, log));
  const ruleEditor = own(new RuleEditor(documents));
  const liveDocuments = own(new LiveDocuments(consoles, documents, settings));
  const syncs = own(
    new ConsoleSyncs({
      consoles,
      documents,
      savedTexts,
      connections,
      programs,
      workspaceMemory,
      settings,
      lookups,
      policyTests,
      log,
    }),
  );
  const models = own(new PolicyModels({ consoles, syncs, documents, ruleEditor, lookups, log }));
  const rules = new PolicyRules(documents, models);
  const tables = own(new TablePage({ extensionUri, report }));
  const lastPush = new LastPush(contextKeys);
  const targets: Targets = {
    consoles,
    rules,
    rows: noRows,
  };
  const commands = new Commands(registry, targets);

  return {
    disposables,
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
    documents,
    savedTexts,
    policyTests,
    syncs,
    models,
    rules,
    ruleEditor,
    liveDocuments,
    tables,
  };
}
