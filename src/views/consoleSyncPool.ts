import type { PolicyKind, PolicyName } from '../model/families.ts';
import type { Memory } from '../platform/memory.ts';
import { ConsoleSync, type ConsoleSyncDeps } from '../sync/consoleSync.ts';
import type { LivePolicies, PolicyValidator } from '../sync/ports.ts';
import { GitAtWork } from '../sync/store/gitAtWork.ts';
import { DisposableStore, type Disposable } from '../util/disposable.ts';
import { Emitter } from '../util/emitter.ts';
import { ExpectedError, regarding } from '../util/errors.ts';
import type { Logger } from '../util/logger.ts';
import type { ConsoleHandle, ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import { OpenWorkingCopies } from '../workspace/openWorkingCopies.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { Target } from '../workspace/target.ts';
import type { ConsoleSyncs, SyncChange } from './consoleSyncs.ts';
import { liveMemory } from './liveMemory.ts';

interface Dependencies {
  readonly consoles: ConsoleRegistry;
  readonly files: PolicyFiles;
  readonly logger: Logger;
  readonly validate: PolicyValidator;
  readonly prepare: NonNullable<ConsoleSyncDeps['prepare']>;
  /** What this workspace remembers between sessions. */
  readonly memory: Pick<Memory, 'remembered' | 'remember'>;
  /** Who pushes, for the history. */
  readonly author?: string;
  /** The client of a console; fails when none may be used. */
  client(console: ConsoleHandle): Promise<PolicyConsole>;
}

interface PolicyConsole {
  readonly policies: LivePolicies;
  version(signal?: AbortSignal): Promise<string>;
}

interface Held extends Disposable {
  readonly folder: string;
  readonly sync: ConsoleSync;
}

/** One `ConsoleSync` per console, over whatever client the console has at the moment of a request. */
export class ConsoleSyncPool implements ConsoleSyncs, Disposable {
  readonly #deps: Dependencies;
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new Emitter<SyncChange>());
  readonly onDidChange = this.#changed.event;
  readonly #held = new Map<string, Held>();

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  of(console: ConsoleHandle): ConsoleSync {
    // What is fixed in a sync: a change of it makes a new one.
    const folder = `${console.policyFolder.toString()} ${console.entry.url} ${console.entry.protected}`;
    const held = this.#held.get(console.id);
    if (held?.folder === folder) {
      return held.sync;
    }
    held?.dispose();
    const sync = this.#make(console);
    const store = new DisposableStore();
    store.add(sync.onDidReadLive((policy) => this.changed(console.id, [policy])));
    store.add(sync.onDidEndWork((policy) => this.changed(console.id, [policy])));
    this.#held.set(console.id, { folder, sync, dispose: () => store.dispose() });
    return sync;
  }

  changed(consoleId: string, policies?: readonly PolicyName[]): void {
    this.#changed.fire({ consoleId, policies });
  }

  dispose(): void {
    for (const held of this.#held.values()) {
      held.dispose();
    }
    this.#held.clear();
    this.#disposables.dispose();
  }

  #make(console: ConsoleHandle): ConsoleSync {
    const { consoles, files, logger, validate, prepare, memory, author } = this.#deps;
    const current = (): ConsoleHandle => {
      const handle = consoles.get(console.id);
      if (!handle) {
        throw new ExpectedError('no-console', `${console.entry.name} is no longer named in ordinance.yaml.`);
      }
      return handle;
    };
    const client = async (): Promise<PolicyConsole> => this.#deps.client(current());
    const consoleId = console.id;
    const about = ({ name }: PolicyKind): Target => ({ kind: 'policy', consoleId, policy: name });
    const live: LivePolicies = {
      read: (kind, signal) =>
        regarding(about(kind), async () => (await client()).policies.read(kind, signal)),
      replace: (kind, body, signal) =>
        regarding(about(kind), async () => (await client()).policies.replace(kind, body, signal)),
      collectionNames: (signal) =>
        regarding({ kind: 'console', consoleId }, async () =>
          (await client()).policies.collectionNames(signal),
        ),
      hold: async () => (await (await client()).policies.hold?.()) ?? { dispose: () => undefined },
    };
    return new ConsoleSync({
      console: console.entry.name,
      live,
      copies: new OpenWorkingCopies(current, files, (folder) => GitAtWork.around(folder)),
      paths: {
        policyFolder: console.policyFolder.fsPath,
        storeFolder: `${console.folder.uri.fsPath}/.ordinance`,
      },
      logger,
      validate,
      prepare,
      // Of another address nothing is known, whatever its name.
      memory: liveMemory(memory, `${console.id} ${console.entry.url}`),
      protected: console.entry.protected,
      ...(author === undefined ? {} : { author }),
      consoleVersion: async (signal) => (await client()).version(signal),
    });
  }
}
