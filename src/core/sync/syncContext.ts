import path from 'node:path';
import { policyAddress } from '../consoleFile/destination.ts';
import type { PolicyKind, PolicyName } from '../policy/families.ts';
import { Emitter } from '../util/disposable.ts';
import { Bases } from './store/bases.ts';
import type { RecoveredPush } from './outcomes.ts';
import type { SyncDeps, LivePolicies } from './ports.ts';
import { KnownLive, type Reading } from './readLive.ts';
import { Journal } from './store/journal.ts';
import { LockFile } from './store/lockFile.ts';
import { Mutexes } from './store/mutexes.ts';
import { ObjectStore } from './store/objectStore.ts';

/**
 * Everything that pull, plan, push and merge of one console's policies share; each of them is a function over
 * it. Create one for each console and process. It keeps the live policies that this session read; everything
 * else is on disk.
 */
export type SyncContext = ReturnType<typeof syncContextOf> & Omit<Reading, 'live'>;

/** The context of a plan, push or pull, whose requests go to one destination. */
export type PinnedContext = SyncContext & { readonly live: LivePolicies };

export function syncContextOf(deps: SyncDeps) {
  const { console, paths, seal, whereabouts, clock = { now: () => new Date() } } = deps;
  const changed = new Emitter<PolicyName>();
  const store = new ObjectStore(paths.storeFolder);
  const mutexes = new Mutexes(paths.storeFolder);
  const lock = new LockFile(paths.policyFolder, path.dirname(paths.storeFolder), mutexes);
  /** Returns the address of a policy as the lock file names it. */
  const addressOf = ({ name }: Pick<PolicyKind, 'name'>): string => policyAddress(whereabouts, name);
  return {
    isProtected: () => false,
    pause: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
    ...deps,
    clock,
    store,
    /** Mutexes of all processes in this workspace. */
    mutexes,
    addressOf,
    /**
     * Fires when the state of a policy may have changed. A read succeeded or failed, or a pull, push, merge or
     * restore ended. It also fires when an earlier push is settled.
     */
    changed,
    /** Fires when a read settles unresolved pushes, or corrects the result of a finished push. */
    settled: new Emitter<readonly RecoveredPush[]>(),
    /** Policies with a push to recheck: it is unresolved, or recently ended as not applied. */
    due: new Set<PolicyName>(),
    known: new KnownLive(clock, changed, deps.memory),
    busy: new BusyPolicies(changed),
    bases: new Bases({ ...deps, clock, lock, store, addressOf }),
    journal: new Journal(paths.storeFolder, console, seal, clock),
  };
}

/**
 * Policies whose file, base and live policy change together. Their states contradict each other in between,
 * so no view may show them.
 */
class BusyPolicies {
  /** A policy is here once for each work on it. */
  readonly #policies: PolicyName[] = [];
  readonly #changed: Emitter<PolicyName>;

  /** `changed` fires when the work on a policy ends, also with an error. */
  constructor(changed: Emitter<PolicyName>) {
    this.#changed = changed;
  }

  /** Returns true during a pull, push, merge or restore of the policy, when its status is inconsistent. */
  has(policy: PolicyName): boolean {
    return this.#policies.includes(policy);
  }

  async during<T>(policy: PolicyName, work: () => Promise<T>): Promise<T> {
    this.#policies.push(policy);
    try {
      return await work();
    } finally {
      this.#policies.splice(this.#policies.indexOf(policy), 1);
      if (!this.has(policy)) {
        this.#changed.fire(policy);
      }
    }
  }
}
