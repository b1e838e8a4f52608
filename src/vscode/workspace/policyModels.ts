import type { Uri } from 'vscode';
import type { Blame } from '../../core/policy/ruleMark.ts';
import { policyKind, policyKinds, type PolicyKind, type PolicyName } from '../../core/policy/families.ts';
import type { SyncContext } from '../../core/sync/syncContext.ts';
import { policyStatus, type PolicyStatus } from '../../core/sync/policyStatus.ts';
import {
  noRuleChanges,
  ruleChanges,
  sameRuleChanges,
  type RuleChanges,
} from '../../core/sync/ruleChanges.ts';
import { FreshFlight, mapConcurrent } from '../../core/util/concurrency.ts';
import { DisposableOwner, Emitter, type Event } from '../../core/util/disposable.ts';
import { isCanceled, messageOf } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import { pause } from '../../core/util/inSlices.ts';
import type { ConsoleHandle } from './consoleHandle.ts';
import type { Consoles, PolicyFileChange } from './consoles.ts';
import type { SyncChange } from './consoleSyncs.ts';
import type { PolicyDocuments } from './policyDocuments.ts';
import type { ConsoleLookups } from './consoleLookups.ts';
import type { RuleEditor } from './ruleEditor.ts';
import { PolicyOrders } from './policyOrders.ts';
import { absentCodes, isOld, statesOf, type KnownStatus, type ShownState } from './shownState.ts';

/** The rest after the last key, until an edited policy is read again. */
const restMs = 300;
const agingMs = 60_000;
const maxConcurrentReads = 4;

/**
 * The changed part of a policy. `text`: its file; `base`: its base; `sync`: its base or live policy after a
 * read, pull or push; `state`: its state, or the check of the state; `marks`: the differences of its rules;
 * `order`: its order was analyzed; `findings`: and rules have other findings about it than before.
 */
export type PolicyAspect = 'text' | 'base' | 'sync' | 'state' | 'marks' | 'order' | 'findings';

export interface PolicyChange {
  /** Absent when the consoles themselves changed, and for an analyzed file of no console. */
  readonly consoleId?: string;
  readonly policies: readonly PolicyName[];
  readonly what: ReadonlySet<PolicyAspect>;
  /** The file whose order was analyzed. */
  readonly file?: Uri;
}

export interface PolicyModelsDeps {
  readonly consoles: Pick<Consoles, 'consoles' | 'get' | 'policyAt' | 'onDidChange' | 'onDidChangePolicy'>;
  readonly syncs: {
    of(console: ConsoleHandle): SyncContext;
    readonly onDidChange: Event<SyncChange>;
  };
  /** Reads the facts of a policy; tests replace it. */
  readonly reads?: { readonly policyStatus: typeof policyStatus; readonly ruleChanges: typeof ruleChanges };
  readonly documents: Pick<PolicyDocuments, 'current' | 'read' | 'onDidChange'>;
  readonly ruleEditor: Pick<RuleEditor, 'onWillEdit'>;
  /**
   * Lookups announce a console whose collections or checks became known. An unknown collection is a problem
   * of a file.
   */
  readonly lookups: Pick<ConsoleLookups, 'collectionsAt' | 'onDidChange' | 'onDidRead'>;
  readonly log: Logger;
}

/** All known facts of one policy of a console. */
class PolicyModel {
  /** Undefined until the first read. */
  status: PolicyStatus | undefined;
  /** The differences of its rules from base and live policy. */
  ruleChanges: RuleChanges = noRuleChanges;
  isDue = false;
  /** Changes that wait for the next read. They are announced together with its results. */
  readonly pending = new Set<PolicyAspect>();
  /** True from an edit until its result is known. Until then, the state is that of before the edit. */
  isBeingChecked = false;
}

/**
 * The model of every policy: its state, the differences of its rules from base and live policy, and the order
 * of its rules. It follows files, consoles and syncs without the network. All views share one delay after
 * typing and one event.
 */
export class PolicyModels extends DisposableOwner {
  readonly #deps: PolicyModelsDeps;
  readonly #changed = this.disposables.add(new Emitter<PolicyChange>());
  /** One event has policies of one console. All results of one read are one event. */
  readonly onDidChange = this.#changed.event;
  readonly orders: PolicyOrders;
  readonly #models = new Map<string, Map<PolicyName, PolicyModel>>();
  /** Files in which a person types, by uri. */
  readonly #resting = new Map<string, { readonly uri: Uri; readonly timer: NodeJS.Timeout }>();
  readonly #aging = setInterval(() => this.#age(), agingMs).unref();
  #agedAt = new Date();
  readonly #readings = new FreshFlight<void>();

  constructor(deps: PolicyModelsDeps) {
    super();
    this.#deps = deps;
    this.orders = this.disposables.add(
      new PolicyOrders(deps, (file, hasOtherFindings) => this.#onAnalyzed(file, hasOtherFindings)),
    );
    this.disposables.addAll(
      deps.consoles.onDidChange(() => this.#onConsolesChanged()),
      deps.syncs.onDidChange(({ consoleId, policy }) => this.#readAgain(consoleId, [policy], 'sync')),
      deps.lookups.onDidRead((consoleId) => this.#readAgain(consoleId)),
      deps.consoles.onDidChangePolicy((change) => this.#onFileChanged(change)),
      deps.documents.onDidChange(({ uri }) => this.#rest(uri)),
      deps.ruleEditor.onWillEdit((uri) => {
        const at = deps.consoles.policyAt(uri);
        if (at) {
          this.#onFileChanged({ consoleId: at.console.id, policy: at.kind.name, typedIn: uri });
        }
      }),
    );
    this.#onConsolesChanged();
  }

  /** Undefined until the first read. */
  status(consoleId: string, policy: PolicyName): KnownStatus | undefined {
    const { status, isBeingChecked } = this.#models.get(consoleId)?.get(policy) ?? {};
    return status && isBeingChecked ? { ...status, isBeingChecked } : status;
  }

  /**
   * The known states of the policies of a console, or of some of them. A policy that failed or has problems
   * also counts with the state of its file, unless that state is a problem too.
   */
  states(consoleId: string, isAsked: (policy: PolicyName) => boolean = () => true): ShownState[] {
    return (
      Array.from(this.#models.get(consoleId) ?? [])
        .filter(([policy]) => isAsked(policy))
        .flatMap(([, { status }]) => status ?? [])
        // A policy that the console lacks, or that the role cannot read, needs no attention.
        .filter(({ code }) => !absentCodes.has(code))
        .flatMap((status) => statesOf(status))
    );
  }

  /** The differences of the rules of a policy from base and live policy. */
  ruleChanges(consoleId: string, policy: PolicyName): RuleChanges {
    return this.#models.get(consoleId)?.get(policy)?.ruleChanges ?? noRuleChanges;
  }

  /** The differences of the rules of a policy file. */
  ruleChangesAt(uri: Uri): RuleChanges {
    const at = this.#deps.consoles.policyAt(uri);
    return at ? this.ruleChanges(at.console.id, at.kind.name) : noRuleChanges;
  }

  /** Resolves when the policy of a file was read. */
  async whenRead(uri: Uri): Promise<void> {
    const at = this.#deps.consoles.policyAt(uri);
    if (at && !this.status(at.console.id, at.kind.name)) {
      await this.#readSoon();
    }
  }

  /** The last author of a live rule, if the console named one in this session. */
  blame(consoleId: string, policy: PolicyName, array: string, rule: string): Blame | undefined {
    const console = this.#deps.consoles.get(consoleId);
    const kind = policyKind(policy);
    return console && kind && this.#deps.syncs.of(console).known.blame(kind, array, rule);
  }

  /** Reads recently edited files at once. Resolves when all reads are done. */
  async whenSettled(): Promise<void> {
    for (const { uri } of this.#resting.values()) {
      this.#onRested(uri);
    }
    await this.#readSoon();
  }

  override dispose(): void {
    clearInterval(this.#aging);
    this.#resting.forEach(({ timer }) => clearTimeout(timer));
    this.#models.clear();
    super.dispose();
  }

  #model(consoleId: string, policy: PolicyName): PolicyModel {
    const models = this.#models.get(consoleId) ?? new Map<PolicyName, PolicyModel>();
    this.#models.set(consoleId, models);
    const model = models.get(policy) ?? new PolicyModel();
    models.set(policy, model);
    return model;
  }

  /** Reads the named policies again, or all policies of the console. `why` is announced with the result. */
  #readAgain(
    consoleId: string,
    policies: readonly PolicyName[] = policyKinds.map(({ name }) => name),
    why?: 'text' | 'sync',
  ): void {
    for (const policy of policies) {
      const model = this.#model(consoleId, policy);
      model.isDue = true;
      if (why) {
        model.pending.add(why);
      }
    }
    void this.#readSoon();
  }

  #onConsolesChanged(): void {
    const ids = new Set(this.#deps.consoles.consoles.map(({ id }) => id));
    for (const id of this.#models.keys()) {
      if (!ids.has(id)) {
        this.#models.delete(id);
      }
    }
    this.#changed.fire({ policies: [], what: new Set(['state', 'base', 'marks']) });
    for (const id of ids) {
      this.#readAgain(id);
    }
  }

  /** Reads a change on disk at once, and an edit when typing rests. */
  #onFileChanged({ consoleId, policy, typedIn }: PolicyFileChange): void {
    if (!typedIn) {
      this.#readAgain(consoleId, [policy], 'text');
      return;
    }
    const model = this.#model(consoleId, policy);
    const isFirst = model.status !== undefined && !model.isBeingChecked;
    model.isBeingChecked = true;
    model.pending.add('text');
    if (isFirst) {
      this.#changed.fire({ consoleId, policies: [policy], what: new Set(['state']) });
    }
    this.#rest(typedIn);
  }

  #rest(uri: Uri): void {
    const key = uri.toString();
    clearTimeout(this.#resting.get(key)?.timer);
    this.#resting.set(key, { uri, timer: setTimeout(() => this.#onRested(uri), restMs) });
  }

  #onRested(uri: Uri): void {
    const key = uri.toString();
    clearTimeout(this.#resting.get(key)?.timer);
    this.#resting.delete(key);
    this.orders.analyze(uri);
    const at = this.#deps.consoles.policyAt(uri);
    if (at && this.#model(at.console.id, at.kind.name).pending.size > 0) {
      this.#readAgain(at.console.id, [at.kind.name]);
    }
  }

  #onAnalyzed(file: Uri, hasOtherFindings: boolean): void {
    const at = this.#deps.consoles.policyAt(file);
    this.#changed.fire({
      ...(at && { consoleId: at.console.id }),
      policies: at ? [at.kind.name] : [],
      what: new Set(hasOtherFindings ? ['order', 'findings'] : ['order']),
      file,
    });
  }

  /** Announces states that became old since the last call, because views show them differently. */
  #age(): void {
    const now = new Date();
    for (const [consoleId, models] of this.#models) {
      const policies = Array.from(models)
        .filter(([, { status }]) => {
          const readAt = status?.liveReadAt;
          return readAt && isOld(readAt, now) && !isOld(readAt, this.#agedAt);
        })
        .map(([policy]) => policy);
      if (policies.length > 0) {
        this.#changed.fire({ consoleId, policies, what: new Set(['state']) });
      }
    }
    this.#agedAt = now;
  }

  #readSoon(): Promise<void> {
    return this.#readings.run('', () => this.#readDue());
  }

  async #readDue(): Promise<void> {
    // The first read starts after the activation of the extension.
    await pause();
    for (const [consoleId, models] of this.#models) {
      const console = this.#deps.consoles.get(consoleId);
      const due = console ? [...models].filter(([, { isDue }]) => isDue) : [];
      const readings = await mapConcurrent(due, maxConcurrentReads, async ([policy, model]) => ({
        policy,
        what: console ? await this.#read(console, policyKind(policy), model) : [],
      }));
      const changed = readings.filter(({ what }) => what.length > 0);
      if (changed.length > 0 && this.#models.get(consoleId) === models) {
        this.#changed.fire({
          consoleId,
          policies: changed.map(({ policy }) => policy),
          what: new Set(changed.flatMap(({ what }) => what)),
        });
      }
    }
  }

  async #read(
    console: ConsoleHandle,
    kind: PolicyKind,
    model: PolicyModel,
  ): Promise<readonly PolicyAspect[]> {
    const sync = this.#deps.syncs.of(console);
    const { status: before, ruleChanges: changes, isBeingChecked } = model;
    const pending = [...model.pending];
    model.pending.clear();
    model.isDue = false;
    // A state that is read during a push or pull is out of date. The end of both is announced.
    const facts = sync.busy.has(kind.name) ? undefined : await this.#factsOf(console, kind);
    if (!facts || model.isDue || sync.busy.has(kind.name)) {
      return pending;
    }
    const { status, ruleChanges = changes } = facts;
    // A text that waits again was edited during the read.
    Object.assign(model, { status, ruleChanges, isBeingChecked: model.pending.has('text') });
    const isOther = !isSame(before, status) || isBeingChecked !== model.isBeingChecked;
    return [
      ...pending,
      ...(before?.base === status.base ? [] : (['base'] as const)),
      ...(isOther ? (['state'] as const) : []),
      ...(sameRuleChanges(changes, ruleChanges) ? [] : (['marks'] as const)),
    ];
  }

  /** Undefined when the work was canceled. Rules that cannot be compared have no announced changes. */
  async #factsOf(
    console: ConsoleHandle,
    kind: PolicyKind,
  ): Promise<{ readonly status: PolicyStatus; readonly ruleChanges?: RuleChanges } | undefined> {
    const { syncs, reads = { policyStatus, ruleChanges } } = this.#deps;
    const sync = syncs.of(console);
    const name = `${console.entry.name}/${kind.name}`;
    let status: PolicyStatus;
    try {
      status = await reads.policyStatus(sync, kind);
    } catch (error) {
      if (isCanceled(error)) {
        return undefined;
      }
      this.#deps.log.warn(`status of ${name}: ${messageOf(error)}`);
      return { status: { state: 'failed', reason: messageOf(error) } };
    }
    try {
      return { status, ruleChanges: await reads.ruleChanges(sync, kind) };
    } catch (error) {
      this.#deps.log.debug(`rules of ${name}: ${messageOf(error)}`);
      return { status };
    }
  }
}

function isSame(before: PolicyStatus | undefined, now: PolicyStatus): boolean {
  return JSON.stringify(before) === JSON.stringify(now);
}
