import { policyKind, policyKinds, type Family, type PolicyName } from '../../core/policy/families.ts';
import type { PolicyStatus } from '../../core/sync/outcomes.ts';
import { mapConcurrent } from '../../core/util/concurrency.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { Emitter, type Event } from '../../core/util/emitter.ts';
import { isCanceled, messageOf } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import { pause } from '../../core/util/pause.ts';
import type { ConsoleHandle, ConsoleRegistry } from './consoleRegistry.ts';
import type { SyncChange } from './consoleSyncs.ts';
import type { PolicyFileChange } from './policyFiles.ts';
import { OutdatedStates } from './outdatedStates.ts';
import { isOld, shownState, statesOf, type ShownState } from './shownState.ts';

/** Changes are told together when they come closer than this. */
const toldTogetherMs = 30;
/** A file that is being typed in is looked at when the typing rests. */
const restMs = 400;
/** How often it is looked whether what is known has grown old. */
const agingMs = 60_000;
/** Policies looked at side by side. */
const concurrency = 4;

type WatchedChange = Pick<PolicyFileChange, 'consoleId' | 'policy' | 'isOnlySaved' | 'mayBeSame'>;

export interface PolicyStatesDeps {
  readonly consoles: ConsoleRegistry;
  readonly syncs: {
    of(console: ConsoleHandle): {
      status(kind: (typeof policyKinds)[number]): Promise<PolicyStatus>;
      /** While this is so a status is that of no moment; a change is told when it is over. */
      isBusy?(policy: PolicyName): boolean;
    };
    readonly onDidChange: Event<SyncChange>;
  };
  readonly files: {
    readonly onDidChange: Event<WatchedChange>;
  };
  /** Of consoles of which more is known: what they have makes problems of files. */
  readonly lookups: {
    readonly onDidChange: Event<string>;
  };
  readonly log: Logger;
}

export interface StatesChange {
  /** Undefined: the consoles themselves changed. */
  readonly consoleId?: string;
  readonly policies: readonly PolicyName[];
  /** Some state is another one than before, so sums over policies changed. */
  readonly sums: boolean;
  /** Nothing is another than before but whether they are being checked. */
  readonly checking?: true;
}

/** What is known of every policy of every console, kept up to date without the network. */
export class PolicyStates implements Disposable {
  readonly #deps: PolicyStatesDeps;
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new Emitter<StatesChange>());
  /** One console per event; several changes within a moment are one event. */
  readonly onDidChange = this.#changed.event;
  readonly #known = new Map<string, Map<PolicyName, PolicyStatus>>();
  readonly #due = new Map<string, Set<PolicyName>>();
  readonly #resting = new Map<string, { readonly timer: NodeJS.Timeout; readonly look: () => void }>();
  readonly #untold = new Map<string, { policies: Set<PolicyName>; sums: boolean; checking: boolean }>();
  readonly #outdated = this.#disposables.add(
    new OutdatedStates((key) => {
      const at = key.lastIndexOf(' ');
      this.#tell(key.slice(0, at), key.slice(at + 1) as PolicyName, { checking: true });
    }),
  );
  #telling: NodeJS.Timeout | undefined;
  readonly #aging = setInterval(() => this.#age(), agingMs).unref();
  #agedAt = new Date();
  #running: Promise<void> | undefined;

  constructor(deps: PolicyStatesDeps) {
    this.#deps = deps;
    this.#disposables.add(deps.consoles.onDidChange(() => this.#consolesChanged()));
    this.#disposables.add(deps.syncs.onDidChange((change) => this.look(change.consoleId, [change.policy])));
    this.#disposables.add(deps.lookups.onDidChange((consoleId) => this.look(consoleId)));
    this.#disposables.add(deps.files.onDidChange((change) => this.#fileChanged(change)));
    this.#consolesChanged();
  }

  /** Undefined until it was looked at. */
  status(consoleId: string, policy: PolicyName): PolicyStatus | undefined {
    return this.#known.get(consoleId)?.get(policy);
  }

  /** Whether its file was changed and what is known of it was not worked out since: that is not to be told as what is true now. */
  isBeingChecked(consoleId: string, policy: PolicyName): boolean {
    return this.status(consoleId, policy) !== undefined && this.#outdated.has(`${consoleId} ${policy}`);
  }

  /**
   * The known states of a console, or of one of its families. One that failed, or has
   * problems, has that of its file, too, unless that is one more problem of the same policy.
   */
  states(consoleId: string, family?: Family): ShownState[] {
    return (
      Array.from(this.#known.get(consoleId) ?? [])
        .filter(([policy]) => family === undefined || policyKind(policy)?.family === family)
        // What the console does not have, or the role does not reach, wants no attention.
        .filter(([, { code }]) => code !== 'not-found' && code !== 'forbidden')
        .flatMap(([, status]) => statesOf(status))
    );
  }

  /** Looks at policies again; all of the console when none are named. */
  look(consoleId: string, policies: readonly PolicyName[] = policyKinds.map(({ name }) => name)): void {
    const due = this.#due.get(consoleId) ?? new Set();
    this.#due.set(consoleId, due);
    for (const policy of policies) {
      due.add(policy);
    }
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** Looks at once at files that were just edited, and resolves when nothing is being looked at. */
  async whenSettled(): Promise<void> {
    for (const rested of Array.from(this.#resting.values())) {
      rested.look();
    }
    while (this.#running) {
      await this.#running;
    }
  }

  dispose(): void {
    clearTimeout(this.#telling);
    clearInterval(this.#aging);
    for (const { timer } of this.#resting.values()) {
      clearTimeout(timer);
    }
    this.#due.clear();
    this.#disposables.dispose();
  }

  #consolesChanged(): void {
    const { consoles } = this.#deps.consoles;
    const ids = new Set(consoles.map(({ id }) => id));
    for (const id of this.#known.keys()) {
      if (!ids.has(id)) {
        this.#known.delete(id);
      }
    }
    this.#changed.fire({ policies: [], sums: true });
    for (const id of ids) {
      this.look(id);
    }
  }

  #fileChanged({ consoleId, policy, isOnlySaved, mayBeSame }: WatchedChange): void {
    const key = `${consoleId} ${policy}`;
    if (!isOnlySaved) {
      this.#outdated.changed(key, mayBeSame);
    }
    clearTimeout(this.#resting.get(key)?.timer);
    const look = (): void => {
      clearTimeout(this.#resting.get(key)?.timer);
      this.#resting.delete(key);
      this.look(consoleId, [policy]);
    };
    this.#resting.set(key, { timer: setTimeout(look, restMs), look });
  }

  /** Says of what has grown old since the last time that it is to be shown again. */
  #age(): void {
    const now = new Date();
    for (const [consoleId, known] of this.#known) {
      for (const [policy, { liveReadAt }] of known) {
        if (liveReadAt && isOld(liveReadAt, now) && !isOld(liveReadAt, this.#agedAt)) {
          this.#tell(consoleId, policy, { sums: false });
        }
      }
    }
    this.#agedAt = now;
  }

  async #run(): Promise<void> {
    // Callers that mark several things one after the other start one run; starting is over before the first look, which loads syncs.
    await pause();
    while (this.#due.size > 0) {
      const work = Array.from(this.#due).flatMap(([consoleId, policies]) =>
        Array.from(policies, (policy) => ({ consoleId, policy })),
      );
      this.#due.clear();
      await mapConcurrent(work, concurrency, ({ consoleId, policy }) => this.#lookAt(consoleId, policy));
    }
  }

  async #lookAt(consoleId: string, policy: PolicyName): Promise<void> {
    const console = this.#deps.consoles.get(consoleId);
    const kind = policyKind(policy);
    if (!console || !kind) {
      return;
    }
    let status: PolicyStatus;
    const key = `${consoleId} ${policy}`;
    const change = this.#outdated.changeOf(key);
    const sync = this.#deps.syncs.of(console);
    if (sync.isBusy?.(policy) === true) {
      return;
    }
    try {
      status = await sync.status(kind);
    } catch (error) {
      if (isCanceled(error)) {
        this.#outdated.workedOut(key, change);
        return;
      }
      this.#deps.log.warn(`status of ${console.entry.name}/${policy}: ${messageOf(error)}`);
      status = { state: 'failed', reason: messageOf(error) };
    }
    // A change that came meanwhile makes this answer an old one; the next round brings the new one.
    if (this.#disposables.isDisposed || this.#due.get(consoleId)?.has(policy)) {
      return;
    }
    if (sync.isBusy?.(policy) === true) {
      return;
    }
    const known = this.#known.get(consoleId) ?? new Map<PolicyName, PolicyStatus>();
    this.#known.set(consoleId, known);
    const before = known.get(policy);
    known.set(policy, status);
    this.#outdated.workedOut(key, change);
    if (!before || !isSame(before, status)) {
      this.#tell(consoleId, policy, {
        sums:
          !before ||
          before.state !== status.state ||
          before.known !== status.known ||
          shownState(before) !== shownState(status),
      });
    }
  }

  #tell(
    consoleId: string,
    policy: PolicyName,
    { sums = false, checking = false }: { readonly sums?: boolean; readonly checking?: boolean },
  ): void {
    const untold = this.#untold.get(consoleId) ?? { policies: new Set(), sums: false, checking: true };
    untold.policies.add(policy);
    untold.sums ||= sums;
    untold.checking &&= checking;
    this.#untold.set(consoleId, untold);
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined;
      const told = Array.from(this.#untold);
      this.#untold.clear();
      for (const [id, change] of told) {
        this.#changed.fire({
          consoleId: id,
          policies: Array.from(change.policies),
          sums: change.sums,
          ...(change.checking ? { checking: true } : {}),
        });
      }
    }, toldTogetherMs);
  }
}

function isSame(a: PolicyStatus, b: PolicyStatus): boolean {
  return (
    a.state === b.state &&
    a.known === b.known &&
    a.reason === b.reason &&
    a.problems?.join('\n') === b.problems?.join('\n') &&
    a.knownAt?.getTime() === b.knownAt?.getTime() &&
    a.liveReadAt?.getTime() === b.liveReadAt?.getTime() &&
    a.missed?.at.getTime() === b.missed?.at.getTime()
  );
}
