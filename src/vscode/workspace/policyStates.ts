import type { Uri } from 'vscode';
import type { Blame } from '../../core/policy/blame.ts';
import {
  policyKind,
  policyKinds,
  type Family,
  type PolicyKind,
  type PolicyName,
} from '../../core/policy/families.ts';
import type { PolicyStatus } from '../../core/sync/outcomes.ts';
import { noRuleChanges, sameRuleChanges, type RuleChanges } from '../../core/sync/ruleChanges.ts';
import { mapConcurrent } from '../../core/util/concurrency.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { Emitter, type Event } from '../../core/util/emitter.ts';
import { isCanceled, messageOf } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import { pause } from '../../core/util/pause.ts';
import type { ConsoleHandle, ConsoleRegistry } from './consoleRegistry.ts';
import type { SyncChange } from './consoleSyncs.ts';
import type { PolicyFileChange } from './policyFiles.ts';
import { isOld, shownState, statesOf, type ShownState } from './shownState.ts';

/** Changes that come closer than this are one event. */
const coalesceMs = 30;
/** Typing rests this long before a policy is looked at. */
const restMs = 400;
/** How often it is looked whether what is known has grown old. */
const agingMs = 60_000;
/** Policies looked at side by side. */
const concurrency = 4;

export interface PolicyStatesDeps {
  readonly consoles: Pick<ConsoleRegistry, 'consoles' | 'get' | 'policyAt' | 'onDidChange'>;
  readonly syncs: {
    of(console: ConsoleHandle): {
      status(kind: PolicyKind): Promise<PolicyStatus>;
      ruleChanges(kind: PolicyKind): Promise<RuleChanges>;
      blame(kind: PolicyKind, array: string, rule: string): Blame | undefined;
      /** While this is so what is found is that of no moment; a change is announced when it is over. */
      isBusy(policy: PolicyName): boolean;
    };
    readonly onDidChange: Event<SyncChange>;
  };
  readonly files: { readonly onDidChange: Event<PolicyFileChange> };
  /** Fires the id of a console of which more is known: its collections make problems of files. */
  readonly lookups: { readonly onDidChange: Event<string> };
  readonly log: Logger;
}

export interface StatesChange {
  /** Undefined: the consoles themselves changed. */
  readonly consoleId?: string;
  /** Policies with another status. */
  readonly policies: readonly PolicyName[];
  /** Policies whose rules are marked in another way. */
  readonly rules: readonly PolicyName[];
  /** Some state is another one than before, so sums over policies changed. */
  readonly sums: boolean;
  /** Nothing is another than before but whether they are being checked. */
  readonly checking?: true;
}

/** Everything that is known about one policy. */
class PolicyModel {
  /** Undefined until it was looked at. */
  status: PolicyStatus | undefined;
  /** How its rules differ from base and live; compared only when `hasReaders`. */
  rules: RuleChanges = noRuleChanges;
  hasReaders = false;
  /** Counts edits that were typed; `known` of them are in what is known. */
  edits = 0;
  known = 0;
  resting: NodeJS.Timeout | undefined;

  /** Whether what is known is not to be shown as what is true now. */
  get isBeingChecked(): boolean {
    return this.status !== undefined && this.known !== this.edits;
  }
}

interface Unannounced {
  readonly policies: Set<PolicyName>;
  readonly rules: Set<PolicyName>;
  sums: boolean;
  isOnlyChecking: boolean;
}

/**
 * Holds the status of every policy of every console, and how its rules differ from base and live where somebody shows them. Both are
 * worked out together, and kept up to date without the network.
 */
export class PolicyStates implements Disposable {
  readonly #deps: PolicyStatesDeps;
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new Emitter<StatesChange>());
  /** One console per event; several changes within a moment are one event. */
  readonly onDidChange = this.#changed.event;
  readonly #models = new Map<string, Map<PolicyName, PolicyModel>>();
  readonly #due = new Map<string, Set<PolicyName>>();
  readonly #unannounced = new Map<string, Unannounced>();
  #announcing: NodeJS.Timeout | undefined;
  readonly #aging = setInterval(() => this.#age(), agingMs).unref();
  #agedAt = new Date();
  #running: Promise<void> | undefined;

  constructor(deps: PolicyStatesDeps) {
    this.#deps = deps;
    this.#disposables.addAll(
      deps.consoles.onDidChange(() => this.#consolesChanged()),
      deps.syncs.onDidChange(({ consoleId, policy }) => this.look(consoleId, [policy])),
      deps.lookups.onDidChange((consoleId) => this.look(consoleId)),
      deps.files.onDidChange((change) => this.#fileChanged(change)),
    );
    this.#consolesChanged();
  }

  /** Undefined until it was looked at. */
  status(consoleId: string, policy: PolicyName): PolicyStatus | undefined {
    return this.#models.get(consoleId)?.get(policy)?.status;
  }

  /** Whether its file was edited and what is known of it was not worked out since: that is not to be shown as what is true now. */
  isBeingChecked(consoleId: string, policy: PolicyName): boolean {
    return this.#models.get(consoleId)?.get(policy)?.isBeingChecked === true;
  }

  /**
   * The known states of a console, or of one of its families. One that failed, or has
   * problems, has that of its file, too, unless that is one more problem of the same policy.
   */
  states(consoleId: string, family?: Family): ShownState[] {
    return (
      Array.from(this.#models.get(consoleId) ?? [])
        .filter(([policy]) => family === undefined || policyKind(policy)?.family === family)
        .flatMap(([, { status }]) => status ?? [])
        // What the console does not have, or the role does not reach, wants no attention.
        .filter(({ code }) => code !== 'not-found' && code !== 'forbidden')
        .flatMap((status) => statesOf(status))
    );
  }

  /** How the rules of a policy differ from base and live. The first call starts the comparison; `onDidChange` announces each result. */
  rules(consoleId: string, policy: PolicyName): RuleChanges {
    const model = this.#model(consoleId, policy);
    if (!model.hasReaders) {
      model.hasReaders = true;
      this.look(consoleId, [policy]);
    }
    return model.rules;
  }

  /** The same by the file of the policy. */
  rulesAt(uri: Uri): RuleChanges {
    const at = this.#deps.consoles.policyAt(uri);
    return at ? this.rules(at.console.id, at.ref.policy) : noRuleChanges;
  }

  /** Who changed a rule of live last, as far as the console answered it in this session. */
  blame(consoleId: string, policy: PolicyName, array: string, rule: string): Blame | undefined {
    const console = this.#deps.consoles.get(consoleId);
    const kind = policyKind(policy);
    return console && kind && this.#deps.syncs.of(console).blame(kind, array, rule);
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
    for (const [consoleId, models] of this.#models) {
      const edited = [...models].filter(([, { resting }]) => resting !== undefined);
      edited.forEach(([policy]) => this.#rested(consoleId, policy));
    }
    while (this.#running) {
      await this.#running;
    }
  }

  dispose(): void {
    clearTimeout(this.#announcing);
    clearInterval(this.#aging);
    for (const models of this.#models.values()) {
      models.forEach(({ resting }) => clearTimeout(resting));
    }
    this.#due.clear();
    this.#disposables.dispose();
  }

  #model(consoleId: string, policy: PolicyName): PolicyModel {
    const models = this.#models.get(consoleId) ?? new Map<PolicyName, PolicyModel>();
    this.#models.set(consoleId, models);
    const model = models.get(policy) ?? new PolicyModel();
    models.set(policy, model);
    return model;
  }

  #consolesChanged(): void {
    const { consoles } = this.#deps.consoles;
    const ids = new Set(consoles.map(({ id }) => id));
    for (const [id, models] of this.#models) {
      if (!ids.has(id)) {
        models.forEach(({ resting }) => clearTimeout(resting));
        this.#models.delete(id);
      }
    }
    this.#changed.fire({ policies: [], rules: [], sums: true });
    for (const id of ids) {
      this.look(id);
    }
  }

  /** Looks at a change on the disk at once, and at an edit when typing rests. */
  #fileChanged({ consoleId, policy, isTyped }: PolicyFileChange): void {
    if (!isTyped) {
      this.look(consoleId, [policy]);
      return;
    }
    const model = this.#model(consoleId, policy);
    const wasBeingChecked = model.isBeingChecked;
    model.edits++;
    if (!wasBeingChecked) {
      this.#announce(consoleId, policy, 'checking');
    }
    clearTimeout(model.resting);
    model.resting = setTimeout(() => this.#rested(consoleId, policy), restMs);
  }

  #rested(consoleId: string, policy: PolicyName): void {
    const model = this.#model(consoleId, policy);
    clearTimeout(model.resting);
    model.resting = undefined;
    this.look(consoleId, [policy]);
  }

  /** Announces states that have grown old since the last time: they are shown in another way. */
  #age(): void {
    const now = new Date();
    for (const [consoleId, models] of this.#models) {
      for (const [policy, { status }] of models) {
        const readAt = status?.liveReadAt;
        if (readAt && isOld(readAt, now) && !isOld(readAt, this.#agedAt)) {
          this.#announce(consoleId, policy, 'status');
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
    const sync = this.#deps.syncs.of(console);
    if (sync.isBusy(policy)) {
      return;
    }
    const model = this.#model(consoleId, policy);
    const { edits } = model;
    const found = await this.#find(console, kind, model);
    const isOutdated = this.#due.get(consoleId)?.has(policy) === true || sync.isBusy(policy);
    if (isOutdated || this.#disposables.isDisposed || this.#models.get(consoleId)?.get(policy) !== model) {
      return;
    }
    const { status: before, rules, isBeingChecked } = model;
    Object.assign(model, found, { known: edits });
    const { status } = model;
    if (status && !(before && isSame(before, status))) {
      this.#announce(consoleId, policy, before && hasSameSums(before, status) ? 'status' : 'sums');
    } else if (isBeingChecked !== model.isBeingChecked) {
      this.#announce(consoleId, policy, 'checking');
    }
    if (!sameRuleChanges(rules, model.rules)) {
      this.#announce(consoleId, policy, 'rules');
    }
  }

  /** Nothing when the work was canceled; rules that could not be compared stay as they were. */
  async #find(
    console: ConsoleHandle,
    kind: PolicyKind,
    { hasReaders }: PolicyModel,
  ): Promise<Partial<Pick<PolicyModel, 'status' | 'rules'>>> {
    const sync = this.#deps.syncs.of(console);
    const what = `${console.entry.name}/${kind.name}`;
    let status: PolicyStatus;
    try {
      status = await sync.status(kind);
    } catch (error) {
      if (isCanceled(error)) {
        return {};
      }
      this.#deps.log.warn(`status of ${what}: ${messageOf(error)}`);
      return { status: { state: 'failed', reason: messageOf(error) } };
    }
    try {
      return { status, ...(hasReaders && { rules: await sync.ruleChanges(kind) }) };
    } catch (error) {
      this.#deps.log.debug(`rules of ${what}: ${messageOf(error)}`);
      return { status };
    }
  }

  #announce(consoleId: string, policy: PolicyName, what: 'checking' | 'status' | 'sums' | 'rules'): void {
    const change: Unannounced = this.#unannounced.get(consoleId) ?? {
      policies: new Set(),
      rules: new Set(),
      sums: false,
      isOnlyChecking: true,
    };
    this.#unannounced.set(consoleId, change);
    change[what === 'rules' ? 'rules' : 'policies'].add(policy);
    change.sums ||= what === 'sums';
    change.isOnlyChecking &&= what === 'checking';
    this.#announcing ??= setTimeout(() => {
      this.#announcing = undefined;
      const changes = Array.from(this.#unannounced);
      this.#unannounced.clear();
      for (const [id, { policies, rules, sums, isOnlyChecking }] of changes) {
        this.#changed.fire({
          consoleId: id,
          policies: Array.from(policies),
          rules: Array.from(rules),
          sums,
          ...(isOnlyChecking ? { checking: true } : {}),
        });
      }
    }, coalesceMs);
  }
}

function hasSameSums(a: PolicyStatus, b: PolicyStatus): boolean {
  return a.state === b.state && a.known === b.known && shownState(a) === shownState(b);
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
