import type { ExtensionContext } from 'vscode';
import { Redaction } from './core/console/redaction.ts';
import { DisposableStore, type Disposable } from './core/util/disposable.ts';
import { registerChanges } from './vscode/changes/registerChanges.ts';
import { authorityOf } from './vscode/connection/authority.ts';
import { ConsoleConnections } from './vscode/connection/consoleConnections.ts';
import { registerConsoles } from './vscode/consoles/registerConsoles.ts';
import { registerHistory } from './vscode/history/registerHistory.ts';
import { registerLanguage } from './vscode/language/registerLanguage.ts';
import { registerLists } from './vscode/lists/registerLists.ts';
import { registerMerge } from './vscode/merge/registerMerge.ts';
import { registerOrder } from './vscode/order/registerOrder.ts';
import { CommandRegistry } from './vscode/platform/commandRegistry.ts';
import { ContextKeys } from './vscode/platform/contextKeys.ts';
import { Log } from './vscode/platform/log.ts';
import { Memory } from './vscode/platform/memory.ts';
import { Secrets } from './vscode/platform/secrets.ts';
import { Settings } from './vscode/platform/settings.ts';
import { registerPolicies } from './vscode/policies/registerPolicies.ts';
import { registerPolicyTests } from './vscode/policyTests/registerPolicyTests.ts';
import { registerPosture } from './vscode/posture/registerPosture.ts';
import { registerPush } from './vscode/push/registerPush.ts';
import { registerRules } from './vscode/rules/registerRules.ts';
import { registerSandbox } from './vscode/sandbox/registerSandbox.ts';
import { TablePage } from './vscode/table/tablePage.ts';
import { Commands } from './vscode/targets/commands.ts';
import { Targets } from './vscode/targets/targets.ts';
import { ConsoleLookups } from './vscode/workspace/consoleLookups.ts';
import { Consoles } from './vscode/workspace/consoles.ts';
import { KnownScopes } from './vscode/workspace/knownScopes.ts';
import { LiveDocuments } from './vscode/workspace/liveDocuments.ts';
import { MoveForesight } from './vscode/workspace/moveForesight.ts';
import { PolicyDocuments } from './vscode/workspace/policyDocuments.ts';
import { PolicyFiles } from './vscode/workspace/policyFiles.ts';
import { PolicyOrders } from './vscode/workspace/policyOrders.ts';
import { PolicyRules } from './vscode/workspace/policyRules.ts';
import { PolicyStates } from './vscode/workspace/policyStates.ts';
import { PolicyTestFiles } from './vscode/workspace/policyTestFiles.ts';
import { PolicyTestRuns } from './vscode/workspace/policyTestRuns.ts';
import { RuleEditor } from './vscode/workspace/ruleEditor.ts';
import { savedConsoleFile } from './vscode/workspace/savedConsoleFile.ts';
import { syncPool } from './vscode/workspace/syncPool.ts';
import { workspacePrograms } from './vscode/workspace/workspaceFolders.ts';

/** The one place that constructs across rooms: the services, then the features. What is made first is disposed last. */
export class Container implements Disposable {
  readonly #disposables = new DisposableStore();
  /** Makes the consoles known, and with them everything that waits for them. */
  readonly start: () => Promise<void>;

  constructor(context: ExtensionContext) {
    const own = <T extends Disposable>(item: T): T => this.#disposables.add(item);
    const { extensionUri, extensionMode } = context;

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
    const consoles = own(new Consoles(secrets, log, authorityOf, savedConsoleFile));
    const connections = own(new ConsoleConnections({ consoles, secrets, settings, log, redaction }));
    const lookups = own(
      new ConsoleLookups({ consoles, log, resources: (console) => connections.resources(console) }),
    );
    const documents = own(new PolicyDocuments(log));
    const files = own(new PolicyFiles(consoles));
    const scopes = own(new KnownScopes({ consoles, lookups, log }));
    const orders = own(new PolicyOrders({ documents, scopes, log }));
    const policyTests = own(new PolicyTestFiles({ consoles, log }));
    const policyTestRuns = new PolicyTestRuns(policyTests, { scopes, lookups, log });
    const rules = new PolicyRules(documents, orders);
    const ruleEditor = new RuleEditor(documents);
    const foresight = new MoveForesight(orders);
    const liveDocuments = own(new LiveDocuments(files, documents, settings));
    const syncs = own(
      syncPool({
        consoles,
        files,
        documents,
        connections,
        programs,
        workspaceMemory,
        settings,
        scopes,
        policyTestRuns,
        log,
      }),
    );
    const states = own(new PolicyStates({ consoles, syncs, files, log }));
    const tables = own(new TablePage({ extensionUri, report }));
    const targets = new Targets({ consoles, files, rules, ruleEditor });
    const commands = new Commands(registry, targets);

    const basics = {
      commands,
      targets,
      contextKeys,
      settings,
      secrets,
      memory,
      workspaceMemory,
      log,
      report,
    };
    const read = { documents, files, rules, scopes, orders, policyTests, policyTestRuns };
    const workspace = { consoles, connections, lookups, ...read, ruleEditor, foresight, liveDocuments };
    const services = { ...basics, ...workspace, syncs, states, tables };
    own(registerConsoles({ ...services, extensionUri }));
    own(registerLanguage({ ...services, extensionUri }));
    own(registerPolicies(services));
    own(registerRules(services));
    const pushes = own(registerPush(services));
    own(registerChanges({ ...services, pushes }));
    own(registerMerge(services));
    own(registerHistory({ ...services, pushes }));
    own(registerOrder({ ...services, pushes, extensionUri }));
    own(registerPolicyTests(services));
    own(registerLists(services));
    own(registerPosture({ ...services, programs, redaction, extensionUri }));
    const sandbox = own(registerSandbox({ ...services, extensionMode }));

    this.start = async () => {
      await sandbox.resume();
      await consoles.find();
    };
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
