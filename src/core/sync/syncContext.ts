import type { KnownCollections } from '../policy/collections.ts';
import type { IsKnownField } from '../policy/consoleEdits.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { Logger } from '../util/logger.ts';
import type { PushPlan } from './outcomes.ts';
import type { Bases } from './bases.ts';
import type { BusyPolicies } from './busyPolicies.ts';
import type { KnownLive } from './knownLive.ts';
import type {
  Clock,
  LivePolicies,
  PolicyTests,
  PolicyValidator,
  PolicyWarnings,
  WorkingCopies,
} from './ports.ts';
import type { Journal } from './store/journal.ts';
import type { Mutexes } from './store/mutexes.ts';
import type { ObjectStore } from './store/objectStore.ts';
import type { WorkingDocuments } from './workingDocuments.ts';

/** Parts that pull and push of one console's policies need. */
export interface SyncContext {
  readonly console: string;
  readonly live: LivePolicies;
  readonly copies: WorkingCopies;
  readonly working: WorkingDocuments;
  readonly bases: Bases;
  readonly store: ObjectStore;
  readonly journal: Journal;
  readonly known: KnownLive;
  readonly busy: BusyPolicies;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Waits so many milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  readonly author: string | undefined;
  readonly account: () => Promise<string | undefined>;
  /**
   * Frozen plans that were made here and need no second comparison with their bytes. The value is the text of
   * the planned file; a restore has none.
   */
  readonly plans: WeakMap<PushPlan, string | undefined>;
  /** Mutexes of all processes in this workspace. */
  readonly mutexes: Mutexes;
  /** Returns true when a push needs the console's name; each call reads the current setting. */
  readonly isProtected: () => boolean;
  /**
   * Returns the place of a policy as the lock file names it; undefined where places are not distinguished.
   */
  readonly placeOf: ((kind: PolicyKind) => string) | undefined;
  /** Returns the warnings of a file that a plan shows and that stop no push. */
  readonly warn: PolicyWarnings | undefined;
  /** Runs the policy tests on the planned policy. */
  readonly test: PolicyTests | undefined;
  /** Returns the known collection contents; undefined where plans do not analyze order. */
  readonly collections: (() => Promise<KnownCollections>) | undefined;
  /**
   * Returns the collections of a policy file that the console lacks, as far as known. States show them; a
   * plan asks the console again.
   */
  readonly unknownCollections: PolicyValidator | undefined;
  /** Returns the source of the collections for plans, when not the console: one sentence. */
  readonly collectionsNote: (() => Promise<string | undefined>) | undefined;
  /** Returns true when the published interface has a field; a console may drop others. */
  readonly isKnownField: IsKnownField;
  /** Returns the console release for the lock file; undefined when unknown. */
  version(signal?: AbortSignal): Promise<string | undefined>;
}
