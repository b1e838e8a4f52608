import path from 'node:path';
import { placeOf, type Whereabouts } from '../consoles/destination.ts';
import type { KnownCollections } from '../policy/collections.ts';
import type { IsKnownField } from '../policy/consoleEdits.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { Logger } from '../util/logger.ts';
import { Bases } from './bases.ts';
import { BusyPolicies } from './busyPolicies.ts';
import { KnownLive } from './knownLive.ts';
import type {
  BaseHistory,
  Clock,
  LiveMemory,
  LivePolicies,
  PolicyTests,
  PolicyValidator,
  PolicyWarnings,
  SyncPaths,
  WorkingCopies,
} from './ports.ts';
import { Journal } from './store/journal.ts';
import { LockFile } from './store/lockFile.ts';
import { Mutexes } from './store/mutexes.ts';
import { ObjectStore } from './store/objectStore.ts';
import type { Seal } from './store/seal.ts';
import type { SyncContext } from './syncContext.ts';
import { WorkingDocuments } from './workingDocuments.ts';

export interface ConsoleSyncDeps {
  /** The console's name in `ordinance.yaml`. */
  readonly console: string;
  readonly live: LivePolicies;
  readonly copies: WorkingCopies;
  readonly paths: SyncPaths;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Waits for so many milliseconds; tests replace it. */
  readonly pause?: (ms: number) => Promise<void>;
  /** Name of the pushing user, for the journal. */
  readonly author?: string;
  /** Returns the account of a push in the form of `accountWords`, for the journal. */
  readonly account?: () => Promise<string | undefined>;
  /** Place of the documents of this console: bases and snapshots of another place do not count. */
  readonly whereabouts?: Whereabouts;
  /** Pushes need `confirmed.protected` when this is true; a function is called for each push. */
  readonly protected?: boolean | (() => boolean);
  /** Finds bases that the store lacks. */
  readonly baseHistory?: BaseHistory;
  /** Marks by which this computer recognizes its own records. */
  readonly seal: Seal;
  readonly validate?: PolicyValidator;
  /** Returns the warnings of a policy file that stop no push; plans show them. */
  readonly warn?: PolicyWarnings;
  /** Runs the tests of a policy; plans list the failing ones. */
  readonly test?: PolicyTests;
  /** Returns the known collection contents, for the changed decisions of plans. */
  readonly collections?: () => Promise<KnownCollections>;
  /** Returns the collections of a policy file that the console lacks, as far as known without a request. */
  readonly unknownCollections?: PolicyValidator;
  /**
   * Returns the source of the collections for readers of plans, one sentence; undefined for the console
   * itself.
   */
  readonly collectionsNote?: () => Promise<string | undefined>;
  /**
   * Returns true when the published interface has a field; without this function every field counts as known.
   */
  readonly isKnownField?: IsKnownField;
  /** Live policies that an earlier session read. */
  readonly memory?: LiveMemory;
  /** Returns the console release for the lock file; a failure leaves it out. */
  readonly consoleVersion?: (signal?: AbortSignal) => Promise<string | undefined>;
}

/** Creates the context for the sync of one console, over the files of `paths`. */
export function syncContextOf(deps: ConsoleSyncDeps): SyncContext {
  const { console, live, copies, paths, logger } = deps;
  const clock = deps.clock ?? { now: () => new Date() };
  const store = new ObjectStore(paths.storeFolder);
  const mutexes = new Mutexes(paths.storeFolder);
  const lock = new LockFile(paths.policyFolder, path.dirname(paths.storeFolder), mutexes);
  const history = deps.baseHistory ?? { async *versions() {} };
  const known = new KnownLive(live, clock, deps.memory);
  const { whereabouts } = deps;
  const placeOfPolicy = whereabouts && ((kind: Pick<PolicyKind, 'name'>) => placeOf(whereabouts, kind.name));
  const busy = new BusyPolicies();
  return {
    console,
    live,
    copies,
    working: new WorkingDocuments(deps.validate),
    store,
    known,
    busy,
    logger,
    clock,
    pause: deps.pause ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
    bases: new Bases({ lock, store, history, logger, console, seal: deps.seal, placeOf: placeOfPolicy }),
    placeOf: placeOfPolicy,
    journal: new Journal(paths.storeFolder, console, deps.seal),
    author: deps.author,
    account: async () => deps.account?.(),
    mutexes,
    plans: new WeakMap(),
    isProtected: () => (typeof deps.protected === 'function' ? deps.protected() : (deps.protected ?? false)),
    warn: deps.warn,
    test: deps.test,
    collections: deps.collections,
    unknownCollections: deps.unknownCollections,
    collectionsNote: deps.collectionsNote,
    isKnownField: deps.isKnownField ?? (() => true),
    version: async (signal) => {
      try {
        return await deps.consoleVersion?.(signal);
      } catch (error) {
        logger.debug(`could not read the version of ${console}: ${String(error)}`);
        return undefined;
      }
    },
  };
}
