import * as vscode from 'vscode';
import { LastPush } from './vscode/push/lastPush.ts';
import { reopenPages } from './vscode/reopenPages.ts';
import { registerCommands } from './vscode/registerCommands.ts';
import type { Tools } from './vscode/tools.ts';
import { authorityOf as authorityOfPem } from './core/console/authoritiesIn.ts';
import { ConsoleClient } from './core/console/consoleClient.ts';
import { proxyFor } from './core/console/proxyFor.ts';
import { Redaction } from './core/console/redaction.ts';
import type { AccessKeyProvider, ConsoleConnection } from './core/console/types.ts';
import { LanguageFeatures } from './vscode/language/languageFeatures.ts';
import { PolicyChecker } from './core/assist/findings/checkPolicy.ts';
import { warningLines } from './core/assist/findings/warningLines.ts';
import {
  consoleFileName,
  originsOf,
  readConsoleFile,
  type ConsoleEntry,
} from './core/consoles/consoleFile.ts';
import type { ConsoleResources } from './core/consoles/resources.ts';
import { CommandRegistry } from './vscode/platform/commandRegistry.ts';
import { ContextKeys } from './vscode/platform/contextKeys.ts';
import { developmentAccessKey } from './vscode/platform/developmentAccessKey.ts';
import { Log } from './vscode/platform/log.ts';
import { Memory } from './vscode/platform/memory.ts';
import { Secrets } from './vscode/platform/secrets.ts';
import { Settings } from './vscode/platform/settings.ts';
import { sampleWorkspaceFiles } from './sandbox/sampleWorkspace.ts';
import { postureParts } from './vscode/posture/postureParts.ts';
import { authorOfPushes } from './vscode/platform/authorOfPushes.ts';
import { safetyParts } from './vscode/safetyParts.ts';
import { machineKey } from './core/sync/machineKey.ts';
import { Programs } from './core/sync/programs.ts';
import { consoleFileText } from './core/sync/store/consoleFileText.ts';
import { Seal } from './core/sync/store/seal.ts';
import { startSandbox } from './sandbox/startSandbox.ts';
import { DisposableStore, type Disposable } from './core/util/disposable.ts';
import { readAuthorityFile } from './core/sync/store/authorityFile.ts';
import { ConsoleSyncPool } from './vscode/workspace/consoleSyncPool.ts';
import { followLive } from './vscode/policies/followLive.ts';
import { LiveDocuments } from './vscode/workspace/liveDocuments.ts';
import { OpenPushes } from './vscode/push/openPushes.ts';
import { PlanDocuments } from './vscode/push/planDocuments.ts';
import { PoliciesView } from './vscode/policies/policiesView.ts';
import { PolicyDecorations } from './vscode/policies/policyDecorations.ts';
import { PolicyStates } from './vscode/workspace/policyStates.ts';
import { RefusedConsoleFiles } from './vscode/policies/refusedConsoleFiles.ts';
import { StatusBar } from './vscode/policies/statusBar.ts';
import { TablePage } from './vscode/table/tablePage.ts';
import { connectionOf } from './core/consoles/connectionOf.ts';
import { Connections, ensureAuthority } from './vscode/workspace/connections.ts';
import { ConsoleLookups } from './vscode/workspace/consoleLookups.ts';
import type { ConsoleHandle } from './vscode/workspace/consoleRegistry.ts';
import { Consoles } from './vscode/workspace/consoles.ts';
import { PolicyDocuments } from './vscode/workspace/policyDocuments.ts';
import { PolicyFiles } from './vscode/workspace/policyFiles.ts';
import { PolicyRules } from './vscode/workspace/policyRules.ts';
import { RuleEditor } from './vscode/workspace/ruleEditor.ts';
import { sandboxClient, SandboxRunner } from './vscode/sandbox/sandboxRunner.ts';
import { readTextFile } from './vscode/workspace/textFiles.ts';
import { agreementOf, type AuthorityReader } from './vscode/workspace/agreement.ts';

/** The one place that constructs across rooms. What is made first is disposed last: the log ends everything. */
export class Container implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #redaction = new Redaction();
  readonly #context: vscode.ExtensionContext;
  readonly #log: Log;
  readonly #settings: Settings;
  readonly #secrets: Secrets;
  readonly #consoles: Consoles;
  readonly #sandbox: SandboxRunner;
  /** Takes up pages of before a reload of the window, which name consoles. */
  readonly #reopen: () => void;

  constructor(context: vscode.ExtensionContext) {
    const own = <T extends Disposable>(item: T): T => this.#disposables.add(item);
    this.#context = context;
    const log = (this.#log = own(new Log((text) => this.#redaction.redact(text))));
    const registry = own(new CommandRegistry(log));
    const report = (what: string, error: unknown): void => registry.report(what, error);
    const contextKeys = new ContextKeys();
    const settings = (this.#settings = own(new Settings()));
    const secrets = (this.#secrets = own(new Secrets(context.secrets, log)));
    const authorityOf: AuthorityReader = async ({ caFile }, folder) =>
      caFile === undefined ? undefined : authorityOfPem(await authorityText(folder, caFile));
    const consoles = (this.#consoles = own(new Consoles(secrets, log, authorityOf, savedConsoleFile)));
    own(
      consoles.onDidChange(() => {
        contextKeys.set('ordinance.hasLooked', true);
        contextKeys.set('ordinance.hasConsoles', consoles.consoles.length > 0);
        contextKeys.set('ordinance.hasEmptyConsoleFile', consoles.hasOnlyEmptyFiles);
      }),
    );
    const connections = own(
      new Connections<ConsoleClient>(consoles, secrets, {
        fingerprint: async ({ entry, folder }) => JSON.stringify(await this.#connection(entry, folder.uri)),
        connect: async ({ entry, folder }) =>
          this.#client(entry, folder.uri, ({ ca }) => {
            const agreement = agreementOf(entry, ca === undefined ? undefined : authorityOfPem(ca));
            return { accessKey: (origin) => secrets.agreedKey(origin, agreement) };
          }),
      }),
    );
    const resources = async (console: ConsoleHandle): Promise<ConsoleResources> =>
      (await connections.client(console)).resources;
    const lookups = own(new ConsoleLookups({ consoles, log, resources }));
    const documents = own(new PolicyDocuments(log));
    const files = own(new PolicyFiles(consoles));
    const rules = new PolicyRules(documents);
    const ruleEditor = new RuleEditor(documents);
    const checker = new PolicyChecker();
    const workspaceMemory = new Memory(context.workspaceState);
    const workspaces = (): string[] => (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
    const programs = new Programs({ mayRun: () => vscode.workspace.isTrusted, workspaces });
    const seal = new Seal(() =>
      machineKey({ variables: process.env, workspaces: workspaces(), logger: log }),
    );
    const syncs = own(
      new ConsoleSyncPool({
        consoles,
        files,
        logger: log,
        programs,
        seal,
        ...authorOfPushes(),
        client: (console) => connections.client(console),
        memory: workspaceMemory,
        prepare: (document, pause) => checker.prepare(document, pause),
        lease: (console) => connections.lease(console),
        validate: (document) =>
          checker
            .check(document)
            .filter(({ severity }) => severity === 'error')
            .map(({ message }) => message),
        warn: (document) => {
          const severities = settings.severities(undefined);
          const isSilenced = (code: string): boolean => (severities[code] ?? 'warning') !== 'warning';
          return warningLines(checker, document, isSilenced);
        },
      }),
    );
    const { extensionUri } = context;
    own(new LanguageFeatures({ documents, consoles, settings, log, extensionUri, files, lookups }));
    const states = own(new PolicyStates({ consoles, syncs, files, log }));
    const liveDocuments = own(new LiveDocuments(files, settings));
    own(followLive({ consoles, syncs, liveDocuments, report }));
    const planDocuments = own(
      new PlanDocuments({ consoles, syncs, files, liveDocuments, commands: registry, report }),
    );
    const view = own(
      new PoliciesView({ consoles, states, files, rules, editor: ruleEditor, settings, log, report }),
    );
    own(new RefusedConsoleFiles(consoles, view));
    own(new PolicyDecorations(consoles, states));
    own(new StatusBar({ consoles, states, plans: planDocuments }));
    own(new OpenPushes(consoles, syncs, log));
    const safety = safetyParts(own, {
      consoles,
      syncs,
      files,
      documents,
      states,
      view,
      settings,
      workspaceMemory,
      contextKeys,
      log,
      report,
    });
    const tables = own(new TablePage({ extensionUri, report }));
    const memory = new Memory(context.globalState);
    const posture = postureParts(this.#disposables, {
      consoles,
      secrets,
      settings,
      memory,
      contextKeys,
      log,
      redaction: this.#redaction,
      programs,
      report,
      extensionUri,
      connection: (entry, folder) => this.#connection(entry, folder),
      authorityOf,
    });
    const sandbox = { start: startSandbox, files: sampleWorkspaceFiles };
    this.#sandbox = own(new SandboxRunner(sandbox, secrets, memory, log));
    const tools: Tools = {
      consoles,
      syncs,
      files,
      rules,
      ruleEditor,
      secrets,
      settings,
      log,
      view,
      liveDocuments,
      planDocuments,
      sandbox: this.#sandbox,
      lastPush: new LastPush(contextKeys),
      states,
      documents,
      ...safety,
      tables,
      lookups,
      posture,
      resources,
      authorityOf,
      checkAddress: async (folder, url, signal) => {
        const [entry] = readConsoleFile({ consoles: { new: { url } } }).consoles;
        if (!entry) {
          throw new TypeError('the address has a problem that was not found while it was typed');
        }
        const client = await this.#client(entry, folder, () => ({ accessKey: async () => undefined }));
        try {
          await client.checkAddress(signal);
        } finally {
          client.dispose();
        }
      },
      checkConnection: async (folder, console, key, agreed, signal) => {
        const { name, ...settings } = console;
        const [entry] = readConsoleFile({ consoles: { [name]: settings } }).consoles;
        if (!entry) {
          throw new TypeError(`${name} has a problem that was not found while it was typed`);
        }
        const origins = originsOf(entry);
        const client = await this.#client(entry, folder, ({ ca }) => {
          ensureAuthority(name, agreed.authority, ca === undefined ? undefined : authorityOfPem(ca));
          return { accessKey: async (origin) => (origins.includes(origin) ? key : undefined) };
        });
        try {
          await client.checkAccess(signal);
        } finally {
          client.dispose();
        }
      },
    };
    registerCommands(registry, tools);
    own(posture.sources.onDidChange(() => tables.renewStanding()));
    this.#reopen = () => reopenPages(tools);
  }

  /** Finds the consoles of the workspace. Makes no request. */
  async start(): Promise<void> {
    const { extensionMode } = this.#context;
    const development = developmentAccessKey(extensionMode === vscode.ExtensionMode.Production, process.env);
    if (development && vscode.workspace.isTrusted) {
      const { origin, key } = development;
      await this.#secrets.store(origin, key);
      await this.#secrets.storeSspm(origin, sandboxClient(origin, key));
    }
    await this.#sandbox.resume();
    await this.#consoles.reload();
    this.#reopen();
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #connection(entry: ConsoleEntry, folder: vscode.Uri): Promise<ConsoleConnection> {
    const { caFile } = entry;
    const ca = caFile === undefined ? undefined : await authorityText(folder, caFile);
    const { proxy, requestTimeoutMs } = this.#settings;
    return connectionOf(entry, {
      ca,
      requestTimeoutMs,
      skipsVerification: (origin) => this.#settings.skipsVerification(origin),
      proxyOf: (origin) =>
        proxy &&
        proxyFor(origin, {
          ...(proxy.address === undefined ? {} : { setting: proxy.address }),
          noProxy: proxy.exceptions,
          env: process.env,
        }),
    });
  }

  async #client(
    entry: ConsoleEntry,
    folder: vscode.Uri,
    keysFor: (connection: ConsoleConnection) => AccessKeyProvider,
  ): Promise<ConsoleClient> {
    const connection = await this.#connection(entry, folder);
    return new ConsoleClient(connection, keysFor(connection), {
      logger: this.#log,
      redaction: this.#redaction,
    });
  }
}

async function savedConsoleFile(folder: vscode.Uri): Promise<string | undefined> {
  if (folder.scheme === 'file') {
    return consoleFileText(folder.fsPath);
  }
  return (await readTextFile(vscode.Uri.joinPath(folder, consoleFileName)))?.text;
}

async function authorityText(folder: vscode.Uri, caFile: string): Promise<string> {
  if (folder.scheme === 'file') {
    return readAuthorityFile(folder.fsPath, caFile);
  }
  return (await readTextFile(vscode.Uri.joinPath(folder, caFile)))?.text ?? '';
}
