import { machineKey } from '../../core/sync/machineKey.ts';
import { keptCollectionsNote } from '../../core/sync/planNotes.ts';
import { Seal } from '../../core/sync/store/seal.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { ProgramRunner } from '../../core/util/programRunner.ts';
import { authorOfPushes } from '../platform/authorOfPushes.ts';
import type { Memory } from '../platform/memory.ts';
import type { Settings } from '../platform/settings.ts';
import type { ConsoleLookups } from './consoleLookups.ts';
import type { ConsoleHandle, ConsoleRegistry } from './consoleRegistry.ts';
import { ConsoleSyncPool } from './consoleSyncPool.ts';
import type { PolicyConsole } from './pinnedPolicies.ts';
import type { KnownScopes } from './knownScopes.ts';
import type { PolicyDocuments } from './policyDocuments.ts';
import type { PolicyFiles } from './policyFiles.ts';
import type { PolicyTestRuns } from './policyTestRuns.ts';
import { workspaceFolders } from './workspaceFolders.ts';

export interface SyncPoolServices {
  readonly consoles: ConsoleRegistry;
  readonly files: PolicyFiles;
  readonly documents: PolicyDocuments;
  readonly connections: {
    client(console: ConsoleHandle): Promise<PolicyConsole>;
    lease(console: ConsoleHandle): Promise<Disposable & { readonly client: PolicyConsole }>;
  };
  readonly programs: ProgramRunner;
  readonly workspaceMemory: Memory;
  readonly settings: Settings;
  readonly scopes: KnownScopes;
  readonly lookups: ConsoleLookups;
  readonly policyTestRuns: PolicyTestRuns;
  readonly log: Logger;
}

/** The syncs of the workspace, with the checks, the seal and the author of this machine. */
export function syncPool(services: SyncPoolServices): ConsoleSyncPool {
  const {
    consoles,
    files,
    documents,
    connections,
    programs,
    workspaceMemory: memory,
    settings,
    log: logger,
    scopes,
    lookups,
    policyTestRuns,
  } = services;
  return new ConsoleSyncPool({
    consoles,
    files,
    documents,
    logger,
    programs,
    seal: new Seal(() => machineKey({ variables: process.env, workspaces: workspaceFolders(), logger })),
    ...authorOfPushes(),
    memory,
    scopes: (console) => scopes.ofConsole(console),
    collections: (console) => lookups.knownCollections(console),
    scopesNote: async (console) => {
      const { kind, at, consoleProblem } = await scopes.sourceOf(console);
      return kind === 'file' ? keptCollectionsNote(at, consoleProblem) : undefined;
    },
    test: async (console, kind, document, signal) => {
      const asked = settings.policyTestsBeforePush;
      return asked === 'off'
        ? undefined
        : policyTestRuns.planned(console, kind, document, { mustHold: asked === 'require', signal });
    },
    client: (console) => connections.client(console),
    lease: (console) => connections.lease(console),
    validate: (document) => documents.findings.errors(document),
    warn: (document, _kind, collections) =>
      documents.findings.warnings(document, { severities: settings.severities(undefined), collections }),
  });
}
