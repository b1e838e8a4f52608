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
  /** Waits so many milliseconds; tests need not. */
  readonly pause?: (ms: number) => Promise<void>;
  /** Who pushes, for the journal. */
  readonly author?: string;
  /** The account a push is made with, as `accountWords` calls it, for the journal. */
  readonly account?: () => Promise<string | undefined>;
  /** Where the documents of this console are: bases and snapshots of another place are none of its own. */
  readonly whereabouts?: Whereabouts;
  /** Whether pushes need `confirmed.console`; asked anew for each, where it can change. */
  readonly protected?: boolean | (() => boolean);
  /** Finds bases that the store lacks; without it there is none. */
  readonly baseHistory?: BaseHistory;
  /** By which this machine knows what it wrote. */
  readonly seal: Seal;
  readonly validate?: PolicyValidator;
  /** What is found in a working copy and stops no push: plans mention it. */
  readonly warn?: PolicyWarnings;
  /** The tests of a policy: plans say which of them do not hold. */
  readonly test?: PolicyTests;
  /** What the collections of the console name, as far as it is known: plans tell by it what changes hands. */
  readonly collections?: () => Promise<KnownCollections>;
  /** Which collections of a working copy the console does not have, as far as it is known without a request. */
  readonly unknownCollections?: PolicyValidator;
  /** What a reader of plans has to know of where that comes from, one sentence; nothing where the console said it. */
  readonly collectionsNote?: () => Promise<string | undefined>;
  /** Whether the published interface has a field; without this every field counts as known. */
  readonly isKnownField?: IsKnownField;
  /** What an earlier session knew of live. */
  readonly memory?: LiveMemory;
  /** Release of the console, for the lock file; a failure leaves it out. */
  readonly consoleVersion?: (signal?: AbortSignal) => Promise<string | undefined>;
}

/** What the sync of one console works with, over the files of `paths`. */
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
