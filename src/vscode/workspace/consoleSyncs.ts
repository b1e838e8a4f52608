import { userInfo } from 'node:os';
import { Uri } from 'vscode';
import { PushFindings } from '../../core/assist/findings/pushFindings.ts';
import { unknownCollections } from '../../core/assist/findings/collectionNames.ts';
import { syncContextOf, type SyncContext } from '../../core/sync/syncContext.ts';
import { machineKey, Seal } from '../../core/sync/store/seal.ts';
import { keptCollectionsNote } from '../../core/sync/planFacts.ts';
import type { RecoveredPush } from '../../core/sync/outcomes.ts';
import type { LiveMemory, LivePolicies, SeenLive, UnpinnedPolicies } from '../../core/sync/ports.ts';
import { gitBases } from '../../core/sync/store/git.ts';
import { lockName } from '../../core/sync/store/lockFile.ts';
import { DisposableOwner, type Disposable, Emitter } from '../../core/util/disposable.ts';
import { ExpectedError, regarding } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { Programs } from '../../core/sync/programs.ts';
import type { Memory } from '../platform/memory.ts';
import type { Settings } from '../platform/settings.ts';
import type { ConsoleLookups } from './consoleLookups.ts';
import type { ConsoleHandle } from './consoleHandle.ts';
import type { Consoles } from './consoles.ts';
import { openWorkingCopies } from './workingCopies.ts';
import type { SavedTexts } from './writeTextFile.ts';
import type { PolicyDocuments } from './policyDocuments.ts';
import { mayConcern, workspacePaths } from './textFiles.ts';
import { runPlannedTests, type PolicyTestFiles } from './policyTestFiles.ts';
import { policyKind, type PolicyName } from '../../core/policy/families.ts';
import { policyTarget } from './target.ts';
import { followBases } from '../../core/sync/policyStatus.ts';

interface ConsoleSyncsDeps {
  readonly consoles: Consoles;
  readonly documents: PolicyDocuments;
  readonly savedTexts: SavedTexts;
  readonly connections: {
    /** The client of a console. Throws ExpectedError when no client may be used. */
    client(console: ConsoleHandle): Promise<PolicyConsole>;
    /** A client that stays open until it is disposed, whatever changes. */
    lease(console: ConsoleHandle): Promise<Disposable & { readonly client: PolicyConsole }>;
  };
  readonly programs: Programs;
  readonly workspaceMemory: Memory;
  readonly settings: Settings;
  readonly lookups: ConsoleLookups;
  readonly policyTests: PolicyTestFiles;
  readonly log: Logger;
}

interface Held {
  /** The `destinationKey` of the sync. Another destination needs another sync. */
  readonly destination: string;
  readonly sync: SyncContext;
}

export interface SyncChange {
  readonly consoleId: string;
  readonly policy: PolicyName;
}

/** One `SyncContext` for each console. Each request uses the client of that moment. */
export class ConsoleSyncs extends DisposableOwner {
  readonly #services: ConsoleSyncsDeps;
  readonly #changed = this.disposables.add(new Emitter<SyncChange>());
  /** Fires when a base, a live policy or a push of any console changed. */
  readonly onDidChange = this.#changed.event;
  readonly #settled = this.disposables.add(new Emitter<readonly RecoveredPush[]>());
  /** Fires when a read settles unresolved pushes of any console, or corrects the result of a finished push. */
  readonly onDidSettle = this.#settled.event;
  readonly #held = new Map<string, Held>();
  readonly #seal: Seal;
  readonly #findings = new PushFindings();

  constructor(services: ConsoleSyncsDeps) {
    super();
    this.#services = services;
    const { consoles, log } = services;
    this.#seal = new Seal(() =>
      machineKey({ variables: process.env, workspaces: workspacePaths(), logger: log }),
    );
    this.disposables.add(
      consoles.onDidChangeDisk(({ console: { id, policyFolder }, uri }) => {
        const sync = this.#held.get(id)?.sync;
        if (sync && mayConcern(Uri.joinPath(policyFolder, lockName), uri)) {
          followBases(sync).catch((error: unknown) =>
            log.error(error instanceof Error ? error : String(error)),
          );
        }
      }),
    );
  }

  /**
   * Makes the sync at the first call and keeps it. Work without the network is possible for every console. A
   * request to an untrusted or signed-out console throws an `ExpectedError` and sends nothing.
   */
  of(handle: ConsoleHandle): SyncContext {
    // The caller may have an older handle. A plan for another destination is refused.
    const console = this.#services.consoles.get(handle.id) ?? handle;
    const destination = destinationKey(console);
    const held = this.#held.get(console.id);
    if (held?.destination === destination) {
      return held.sync;
    }
    const sync = this.#make(console);
    this.#held.set(console.id, { destination, sync });
    // A push continues when its console gets another destination.
    this.disposables.addAll(
      sync.settled.event((pushes) => this.#settled.fire(pushes)),
      sync.changed.event((policy) => {
        if (this.#held.get(console.id)?.sync === sync) {
          this.#changed.fire({ consoleId: console.id, policy });
        }
      }),
    );
    return sync;
  }

  #make(console: ConsoleHandle): SyncContext {
    const { programs, workspaceMemory, settings, log } = this.#services;
    const { lookups, policyTests } = this.#services;
    const current = (): ConsoleHandle => this.#current(console);
    const policyFolder = console.policyFolder.fsPath;
    return syncContextOf({
      console: console.entry.name,
      live: this.#live(console),
      copies: openWorkingCopies(current, this.#services),
      paths: { policyFolder, storeFolder: `${console.folder.uri.fsPath}/.ordinance` },
      logger: log,
      baseHistory: gitBases(policyFolder, programs, log),
      seal: this.#seal,
      validate: (document) => this.#findings.errors(document),
      warn: (document, lists) =>
        this.#findings.warnings(document, { severities: settings.severities(undefined), lists }),
      // A plan uses the known contents, because it makes no request for them.
      collections: async () => {
        const contents = await lookups.collectionsOf(current());
        const { kind, at, consoleProblem } = await lookups.sourceOf(current());
        const isKept = kind === 'file' || (kind === 'console' && consoleProblem !== undefined);
        return { contents, note: isKept ? keptCollectionsNote(at, consoleProblem, kind) : undefined };
      },
      unknownCollections: async (document, kind) => {
        const known = lookups.knownCollections(current());
        return known ? unknownCollections(document, kind, known) : [];
      },
      test: async (kind, document, signal) => {
        const asked = settings.policyTestsBeforePush;
        return asked === 'off'
          ? undefined
          : runPlannedTests({ policyTests, lookups }, current(), kind, document, {
              mustHold: asked === 'require',
              signal,
            });
      },
      memory: liveMemory(workspaceMemory, console),
      isProtected: () => current().entry.protected,
      whereabouts: console.entry,
      ...authorOfPushes(),
      account: async () => current().account,
    });
  }

  #live(console: ConsoleHandle): UnpinnedPolicies {
    const { connections } = this.#services;
    const client = async (): Promise<PolicyConsole> => connections.client(this.#unchanged(console));
    return {
      ...currentPolicies(console, client),
      pin: async () => {
        const lease = await connections.lease(this.#unchanged(console));
        return pinnedPolicies(lease, client, console);
      },
    };
  }

  #current({ id, entry }: ConsoleHandle): ConsoleHandle {
    const handle = this.#services.consoles.get(id);
    if (!handle) {
      throw new ExpectedError('no-console', `${entry.name} is no longer named in ordinance.yaml.`);
    }
    return handle;
  }

  /** Refuses the rest of a read or push whose destination has changed. */
  #unchanged(console: ConsoleHandle): ConsoleHandle {
    const handle = this.#current(console);
    if (destinationKey(handle) !== destinationKey(console)) {
      throw new ExpectedError(
        'other-destination',
        `${console.entry.name} was changed in ordinance.yaml meanwhile. Nothing was sent.`,
        { advice: 'Try again.' },
      );
    }
    return handle;
  }
}

/**
 * Identifies the destination of a sync. Another address, login or folder needs a new sync without the reads
 * of the old one. `protected` is not part of it, because every push checks it again.
 */
export function destinationKey({
  entry,
  policyFolder,
}: Pick<ConsoleHandle, 'entry' | 'policyFolder'>): string {
  const { protected: _, ...fixed } = entry;
  return JSON.stringify([policyFolder.toString(), fixed]);
}

/** The account of this computer, for the journal of pushes; empty if it has no name. */
function authorOfPushes(): { readonly author?: string } {
  try {
    const { username } = userInfo();
    return username === '' ? {} : { author: username };
  } catch {
    return {};
  }
}

/**
 * Remembers the hashes and times of the live policies of one destination for the next window, without content. Another
 * project of a console has other policies.
 */
export function liveMemory(
  memory: Memory,
  console: Pick<ConsoleHandle, 'entry' | 'policyFolder'>,
): LiveMemory {
  const key = `live:${destinationKey(console)}`;
  const seen = new Map<PolicyName, SeenLive>(memory.remembered(key).flatMap(read));
  return {
    recall: (policy) => seen.get(policy),
    keep: (policy, live) => {
      seen.set(policy, live);
      const lines = Array.from(seen, ([name, { hash, readAt }]) => [name, hash, readAt.toISOString()]);
      // The memory is optional: without it, the next window starts like a window that read nothing.
      void memory.remember(key, lines).catch(() => undefined);
    },
  };
}

function read(line: unknown): readonly (readonly [PolicyName, SeenLive])[] {
  if (!Array.isArray(line)) {
    return [];
  }
  const [name, hash, at] = line as readonly unknown[];
  const policy = typeof name === 'string' ? policyKind(name)?.name : undefined;
  const readAt = new Date(typeof at === 'string' ? at : Number.NaN);
  return policy === undefined || typeof hash !== 'string' || Number.isNaN(readAt.getTime())
    ? []
    : [[policy, { hash, readAt }]];
}

export interface PolicyConsole {
  readonly policies: LivePolicies;
}

/**
 * The policies of a console. Each request uses the client of that moment. `onSend` is called
 * before a policy is sent.
 */
function currentPolicies(
  console: Pick<ConsoleHandle, 'id'>,
  client: () => Promise<PolicyConsole>,
  onSend: () => void = () => undefined,
): Omit<LivePolicies, 'destination'> {
  return {
    readPolicy: (kind, signal) =>
      regarding(policyTarget({ console, kind }), async () => {
        const { text, replace } = await (await client()).policies.readPolicy(kind, signal);
        return {
          text,
          replace: (body) => {
            onSend();
            return regarding(policyTarget({ console, kind }), () => replace(body));
          },
        };
      }),
    collectionNames: (signal) =>
      regarding({ kind: 'console', consoleId: console.id }, async () =>
        (await client()).policies.collectionNames(signal),
      ),
  };
}

/**
 * The policies of one client. Until the PUT, each request checks that the console still uses this client.
 * After the PUT, the push ends where it was sent.
 */
export function pinnedPolicies(
  lease: Disposable & { readonly client: PolicyConsole },
  current: () => Promise<PolicyConsole>,
  console: Pick<ConsoleHandle, 'id' | 'entry'>,
): LivePolicies & Disposable {
  const { destination } = lease.client.policies;
  let isSent = false;
  const client = async (): Promise<PolicyConsole> => {
    if (!isSent && (await current()) !== lease.client) {
      const why = new ExpectedError(
        'other-destination',
        `How ${console.entry.name} is reached was changed meanwhile. Nothing was sent.`,
        { advice: 'Try again.' },
      );
      throw Object.assign(why, { mayHaveArrived: false });
    }
    return lease.client;
  };
  return {
    ...currentPolicies(console, client, () => {
      isSent = true;
    }),
    destination,
    dispose: () => lease.dispose(),
  };
}
