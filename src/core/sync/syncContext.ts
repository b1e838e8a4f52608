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

/** What pulling and pushing the policies of one console works with. */
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
   * Plans made here, frozen: they need not be compared with their bytes again. With the text of the file that each was
   * made from; a restore has none.
   */
  readonly plans: WeakMap<PushPlan, string | undefined>;
  /** Of all processes that work in this workspace. */
  readonly mutexes: Mutexes;
  /** Whether a push needs the console's name, as it is set when that is asked. */
  readonly isProtected: () => boolean;
  /** The place of a policy's document, as the lock file names it; undefined where that is not told apart. */
  readonly placeOf: ((kind: PolicyKind) => string) | undefined;
  /** What a plan mentions of its file, and no push is refused for. */
  readonly warn: PolicyWarnings | undefined;
  /** What tests say of what would be sent. */
  readonly test: PolicyTests | undefined;
  /** What the collections of the console name, as far as it is known; undefined where plans say nothing of order. */
  readonly collections: (() => Promise<KnownCollections>) | undefined;
  /** Which collections of a working copy the console does not have, as far as it is known: states count them, a plan asks anew. */
  readonly unknownCollections: PolicyValidator | undefined;
  /** Where that comes from, when not from the console: one sentence for plans. */
  readonly collectionsNote: (() => Promise<string | undefined>) | undefined;
  /** Whether the published interface has a field; a console may drop others. */
  readonly isKnownField: IsKnownField;
  /** Release of the console, for the lock file; undefined when it cannot be told. */
  version(signal?: AbortSignal): Promise<string | undefined>;
}
