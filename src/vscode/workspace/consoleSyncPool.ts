import type { KnownCollections } from '../../core/policy/collections.ts';
import type { Remembering } from '../platform/memory.ts';
import { unknownCollections } from '../../core/assist/findings/unknownCollections.ts';
import { ConsoleSync } from '../../core/sync/consoleSync.ts';
import type { LivePolicies, PolicyValidator, PolicyTests, PolicyWarnings } from '../../core/sync/ports.ts';
import { GitAtWork } from '../../core/sync/store/gitAtWork.ts';
import { GitBases } from '../../core/sync/store/gitBases.ts';
import { insideWorkspace } from '../../core/sync/store/insideWorkspace.ts';
import type { Seal } from '../../core/sync/store/seal.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { Emitter } from '../../core/util/emitter.ts';
import { ExpectedError, regarding } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { ProgramRunner } from '../../core/util/programRunner.ts';
import type { ConsoleHandle, ConsoleRegistry } from './consoleRegistry.ts';
import { fixedIn } from './fixedIn.ts';
import { OpenWorkingCopies } from './openWorkingCopies.ts';
import type { PolicyDocuments } from './policyDocuments.ts';
import type { PolicyFiles } from './policyFiles.ts';
import { aboutPolicy, pinnedPolicies, type PolicyConsole } from './pinnedPolicies.ts';
import type { ConsoleSyncs, SyncChange } from './consoleSyncs.ts';
import { liveMemory } from './liveMemory.ts';

interface Dependencies {
  readonly consoles: ConsoleRegistry;
  readonly files: PolicyFiles;
  readonly documents: PolicyDocuments;
  readonly logger: Logger;
  readonly validate: PolicyValidator;
  readonly warn: PolicyWarnings;
  /** What the tests of a policy of a console say of what would be pushed. */
  readonly test?: (console: ConsoleHandle, ...asked: Parameters<PolicyTests>) => ReturnType<PolicyTests>;
  /** What the collections of a console name, as far as it is known now: no request is made for it. */
  readonly scopes?: (console: ConsoleHandle) => Promise<KnownCollections>;
  /** The names of all of them, as far as the console said it in this session: no request is made for it. */
  readonly collections?: (console: ConsoleHandle) => ReadonlySet<string> | undefined;
  /** Where that comes from, when not from the console: one sentence for plans. */
  readonly scopesNote?: (console: ConsoleHandle) => Promise<string | undefined>;
  /** What this workspace remembers between sessions. */
  readonly memory: Remembering;
  readonly programs: ProgramRunner;
  readonly seal: Seal;
  /** Who pushes, for the history. */
  readonly author?: string;
  /** The client of a console; fails when none may be used. */
  client(console: ConsoleHandle): Promise<PolicyConsole>;
  /** The same, kept open until it is disposed, whatever changes. */
  lease(console: ConsoleHandle): Promise<Disposable & { readonly client: PolicyConsole }>;
}

interface Held extends Disposable {
  /** What is fixed in a sync: a change of it makes a new one. */
  readonly fixed: string;
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
    this.#disposables.add(
      deps.files.onDidChangeBases((consoleId) => {
        void this.#held
          .get(consoleId)
          ?.sync.followBases()
          .catch((error: unknown) => deps.logger.error(error instanceof Error ? error : String(error)));
      }),
    );
  }

  of(handle: ConsoleHandle): ConsoleSync {
    // Whoever kept a handle means the console as it is now; a plan that was made for it as it was is refused.
    const console = this.#deps.consoles.get(handle.id) ?? handle;
    const fixed = fixedIn(console);
    const held = this.#held.get(console.id);
    if (held?.fixed === fixed) {
      return held.sync;
    }
    held?.dispose();
    const sync = this.#make(console);
    const telling = sync.onDidChange((policy) => this.#changed.fire({ consoleId: console.id, policy }));
    this.#held.set(console.id, { fixed, sync, dispose: () => telling.dispose() });
    return sync;
  }

  dispose(): void {
    for (const held of this.#held.values()) {
      held.dispose();
    }
    this.#held.clear();
    this.#disposables.dispose();
  }

  #make(console: ConsoleHandle): ConsoleSync {
    const { consoles, files, documents, logger, validate, warn, memory, programs, seal, author } = this.#deps;
    const { scopes, scopesNote, collections, test } = this.#deps;
    const current = (): ConsoleHandle => {
      const handle = consoles.get(console.id);
      if (!handle) {
        throw new ExpectedError('no-console', `${console.entry.name} is no longer named in ordinance.yaml.`);
      }
      return handle;
    };
    /** What was read of one console, and what was begun there, does not go on with another. */
    const same = (): ConsoleHandle => {
      const handle = current();
      if (fixedIn(handle) !== fixedIn(console)) {
        throw new ExpectedError(
          'other-destination',
          `${console.entry.name} was changed in ordinance.yaml meanwhile. Nothing was sent.`,
          { advice: 'Try again.' },
        );
      }
      return handle;
    };
    const client = async (): Promise<PolicyConsole> => this.#deps.client(same());
    const consoleId = console.id;
    const live: LivePolicies = {
      read: (kind, signal) =>
        regarding(aboutPolicy(consoleId, kind), async () => (await client()).policies.read(kind, signal)),
      readToReplace: (kind, signal) =>
        regarding(aboutPolicy(consoleId, kind), async () =>
          (await client()).policies.readToReplace(kind, signal),
        ),
      collectionNames: (signal) =>
        regarding({ kind: 'console', consoleId }, async () =>
          (await client()).policies.collectionNames(signal),
        ),
      pin: async () => {
        const lease = await this.#deps.lease(same());
        return pinnedPolicies(lease, client, console);
      },
    };
    const policyFolder = console.policyFolder.fsPath;
    return new ConsoleSync({
      console: console.entry.name,
      live,
      copies: new OpenWorkingCopies(current, files, documents, {
        gitAround: (folder) => GitAtWork.around(folder),
        checkInside: insideWorkspace,
      }),
      paths: {
        policyFolder,
        storeFolder: `${console.folder.uri.fsPath}/.ordinance`,
      },
      logger,
      baseHistory: new GitBases(policyFolder, programs, logger),
      seal,
      validate,
      warn,
      ...(scopes && { collections: () => scopes(current()) }),
      ...(collections && {
        unknownCollections: async (document, kind) => {
          const known = collections(current());
          return known ? unknownCollections(document, kind, known) : [];
        },
      }),
      ...(scopesNote && { collectionsNote: () => scopesNote(current()) }),
      ...(test && { test: (kind, document, signal) => test(current(), kind, document, signal) }),
      // Of another address nothing is known, whatever its name.
      memory: liveMemory(memory, `${console.id} ${console.entry.url}`),
      protected: () => current().entry.protected,
      whereabouts: console.entry,
      ...(author === undefined ? {} : { author }),
      account: async () => current().account,
      consoleVersion: async (signal) => (await client()).version(signal),
    });
  }
}
