import { policyKind, policyKinds, type PolicyKind, type PolicyName } from '../policy/families.ts';
import type { JsonObject } from '../json/json.ts';
import type { MergeChoices } from '../policy/merge/mergeConflict.ts';
import { Emitter, type Event } from '../util/emitter.ts';
import {
  ExpectedError,
  messageOf,
  passOnCanceled,
  passOnUnexpected,
  throwIfCanceled,
} from '../util/errors.ts';
import { withinOperation } from '../util/operation.ts';
import { evidenceOf, type Evidence } from './evidence.ts';
import { baseDocument, editsOverBase } from './lostEdits.ts';
import { applyMerge, mergePolicy, type MergeOutcome, type MergeSources, type PolicyMerge } from './merge.ts';
import type {
  LostChange,
  PlanOutcome,
  PolicyStatus,
  PullReport,
  PushOutcome,
  PushPlan,
  RecoveredPush,
  Restoring,
} from './outcomes.ts';
import { planPush, planRestore } from './plan.ts';
import { planSeveral, SharedReadings, type OnProgress, type SeveralPlans } from './planSeveral.ts';
import { policyStatus } from './policyStatus.ts';
import { blameIn, type Blame } from '../policy/blame.ts';
import { ruleChanges, type RuleChanges } from './ruleChanges.ts';
import { pullPolicies, type PullOptions } from './pull.ts';
import { prune, type PrunedCounts, type Retention } from './prune.ts';
import { pushPlan, type PushOptions } from './push.ts';
import { pushNeeds } from './pushNeeds.ts';
import {
  pushSeveral,
  type Confirmations,
  type PlanWithNeeds,
  type PushFollower,
  type PushResults,
} from './pushSeveral.ts';
import type { LiveDocument } from './readLive.ts';
import { recoverPushes } from './recover.ts';
import type { PushRecord } from './store/journalEvent.ts';
import type { ConsoleSyncDeps } from './ports.ts';
import { syncContextOf } from './syncContext.ts';
import type { SyncContext } from './syncContext.ts';
import { staleReason, type StaleReason } from './staleReason.ts';

interface PlanAllOptions {
  readonly signal?: AbortSignal | undefined;
  /** Runs before each policy is planned. */
  readonly before?: (kind: PolicyKind) => Promise<void>;
  readonly plan?: (kind: PolicyKind, signal?: AbortSignal) => Promise<PlanOutcome>;
  readonly leavesOut?: (error: unknown) => boolean;
  readonly onProgress?: OnProgress;
}

/**
 * All operations between the policy files of one console and its live policies. Create one instance per
 * console and process. It keeps the live policies that this session read; everything else is on disk.
 */
export class ConsoleSync {
  readonly #context: SyncContext;
  /**
   * Fires when the state of a policy may have changed. A read succeeded or failed, or a pull, push, merge or
   * restore ended. It also fires when an earlier push is settled, so callers need no signal of their own.
   */
  readonly onDidChange: Event<PolicyName>;
  readonly #settled = new Emitter<readonly RecoveredPush[]>();
  /** Fires when a read settles unresolved pushes, or corrects the result of a finished push. */
  readonly onDidSettle = this.#settled.event;
  readonly #leftOpen = new Emitter<PolicyName>();
  /** Fires when a push ends unresolved, so that a later read can settle it. */
  readonly onDidLeaveOpen = this.#leftOpen.event;
  /** Policies with a push to recheck: it is unresolved, or recently ended as not applied. */
  readonly #due = new Set<PolicyName>();

  constructor(deps: ConsoleSyncDeps) {
    this.#context = syncContextOf(deps);
    this.onDidChange = this.#context.changed.event;
  }

  /**
   * Pulls the live policies into the policy files. The report lists failures; a failure of one policy never
   * throws.
   */
  async pull(kinds: readonly PolicyKind[], options: PullOptions): Promise<PullReport> {
    for (const kind of kinds) {
      await this.#lookAgain(kind, options.signal);
    }
    return withinOperation(() => pullPolicies(this.#context, kinds, options));
  }

  /** Returns the status from the base, the policy file and the last read live policy; makes no request. */
  status(kind: PolicyKind): Promise<PolicyStatus> {
    return policyStatus(this.#context, kind);
  }

  /** Returns the changes of the rules against the base and the live policy; makes no request. */
  ruleChanges(kind: PolicyKind): Promise<RuleChanges> {
    return ruleChanges(this.#context, kind);
  }

  /** Returns the author and time of the last change of a live rule, from the last read in this session. */
  blame(kind: PolicyKind, array: string, rule: string): Blame | undefined {
    const live = this.lastLive(kind)?.document;
    return live && blameIn(live, array, rule);
  }

  /** Returns true during a pull, push, merge or restore of the policy, when its status is inconsistent. */
  isBusy(policy: PolicyName): boolean {
    return this.#context.busy.has(policy);
  }

  /**
   * Call this when any process changed the lock file. A base that is newer than the last read makes this read
   * outdated.
   */
  async followBases(): Promise<void> {
    const { bases, busy, known, logger } = this.#context;
    const follow = async (kind: PolicyKind): Promise<void> => {
      try {
        const entry = busy.has(kind.name) ? undefined : (await bases.line(kind)).entry;
        if (entry) {
          known.readElsewhere(kind.name, { hash: entry.base, readAt: new Date(entry.at) });
        }
      } catch (error) {
        passOnUnexpected(error);
        logger.debug(`could not read the base of ${kind.name}: ${messageOf(error)}`);
      }
      this.#context.changed.fire(kind.name);
    };
    await Promise.all(policyKinds.map(follow));
  }

  /** Reads the live policy; never moves the base. Throws the errors of the console client. */
  async refresh(kind: PolicyKind, signal?: AbortSignal): Promise<PolicyStatus> {
    await this.#context.known.read(this.#context, kind, signal);
    // This check runs last, so that the push result and the state come from one read.
    await this.#lookAgain(kind, signal);
    return this.status(kind);
  }

  /**
   * Reads the live policy in the background and returns its length in characters. A failure throws; it keeps
   * the state and only notes the missed read.
   */
  async glance(kind: PolicyKind, signal?: AbortSignal): Promise<number> {
    const quiet = { ...this.#context, isQuiet: true } as const;
    const { length } = (await quiet.known.read(quiet, kind, signal)).text;
    await this.#lookAgain(kind, signal, quiet);
    return length;
  }

  /**
   * Validates the policy file, reads the live policy, compares it with the base and checks the collections.
   * Sends nothing.
   */
  plan(kind: PolicyKind, signal?: AbortSignal): Promise<PlanOutcome> {
    return this.#planTogether()(kind, signal);
  }

  /**
   * Plans a push over drift. `overrides` of the plan names every change on the console that would be lost.
   * `push` refuses the plan unless `confirmed.override` names each of them. Without drift the plan has no
   * `overrides`.
   */
  async overrideDrift(kind: PolicyKind, signal?: AbortSignal): Promise<PlanOutcome> {
    await this.#look(kind, signal);
    return planPush(this.#context, kind, { signal, overridesDrift: true });
  }

  /**
   * Reads the live policy and merges it with the base and the policy file; see `mergePolicy`. Writes nothing.
   */
  async merge(
    kind: PolicyKind,
    choices: MergeChoices = new Map(),
    signal?: AbortSignal,
  ): Promise<MergeOutcome> {
    await this.#lookAgain(kind, signal);
    return mergePolicy(this.#context, kind, choices, signal);
  }

  /** Writes a resolved merge into the policy file and moves the base to the merged live policy. */
  applyMerge(kind: PolicyKind, choices: MergeChoices, seen: MergeSources): Promise<PolicyMerge> {
    // The copy keeps the choices of this call, because the caller may go on choosing.
    const chosen = new Map(choices);
    return this.#context.busy.during(kind.name, () => applyMerge(this.#context, kind, chosen, seen));
  }

  /**
   * Drops the lines of policies whose files are gone from the lock file. Returns the policies that had a
   * line. Throws ExpectedError `has-file` for a policy with a file.
   */
  async forget(kinds: readonly PolicyKind[]): Promise<readonly PolicyKind[]> {
    const { bases } = this.#context;
    const refuse = ({ name }: PolicyKind): ExpectedError =>
      new ExpectedError('has-file', `${name} has a file.`, {
        advice: 'Delete the file first, then forget the policy.',
      });
    const listed: PolicyKind[] = [];
    for (const kind of kinds) {
      if (await this.#hasFile(kind)) {
        throw refuse(kind);
      }
      if ((await bases.line(kind)).isListed) {
        listed.push(kind);
      }
    }
    for (const kind of listed) {
      const drop = () => bases.forget(kind, async () => !(await this.#hasFile(kind)));
      if (!(await this.#context.busy.during(kind.name, drop))) {
        throw refuse(kind);
      }
    }
    return listed;
  }

  async #hasFile({ name }: PolicyKind): Promise<boolean> {
    const { copies, console } = this.#context;
    return (await copies.read({ console, policy: name })) !== undefined;
  }

  /**
   * Returns the reason why a plan of this sync is outdated; undefined for a current plan. Makes no request.
   */
  staleReason(plan: PushPlan): Promise<StaleReason | undefined> {
    return staleReason(this.#context, plan);
  }

  /**
   * Plans several policies at the same time, as pushes of their files unless `plan` does something else. A
   * failure leaves out only its policy, unless `leavesOut` refuses this.
   */
  planAll(
    kinds: readonly PolicyKind[],
    { signal, before, plan = this.#planTogether(), leavesOut, onProgress }: PlanAllOptions = {},
  ): Promise<SeveralPlans> {
    const planOne = async (kind: PolicyKind): Promise<PlanOutcome> => {
      throwIfCanceled(signal);
      await before?.(kind);
      return plan(kind, signal);
    };
    return withinOperation(() => planSeveral(this.#context.console, kinds, planOne, leavesOut, onProgress));
  }

  #planTogether(): (kind: PolicyKind, signal?: AbortSignal) => Promise<PlanOutcome> {
    const readings = new SharedReadings();
    return async (kind, signal) => {
      await this.#look(kind, signal);
      return planPush(this.#context, kind, { signal, readings });
    };
  }

  /**
   * Returns the plans with the needs that a person has to confirm by name. Removing more than `removedShare` of
   * the rules of a list, at most 1, is such a need.
   */
  withNeeds(plans: readonly PushPlan[], removedShare: number): readonly PlanWithNeeds[] {
    const isProtected = this.#context.isProtected();
    return plans.map((plan) => ({ plan, needs: pushNeeds(plan, isProtected, removedShare) }));
  }

  /** Pushes plans in turn, each with its confirmation; see `push`. */
  pushAll(
    plans: readonly PushPlan[],
    confirmations: Confirmations,
    follower: PushFollower = {},
  ): Promise<PushResults> {
    return pushSeveral(plans, follower, (plan, onStep) =>
      this.push(plan, { onStep, signal: follower.signal, confirmed: confirmations.get(plan) }),
    );
  }

  /**
   * Carries out a plan. Throws before anything is sent (`DriftError`, `base-moved`, `busy`, disk and
   * network errors, CanceledError). After the PUT begins, it always resolves with a result. After an applied
   * restore, the policy file follows, unless it has edits of its own.
   */
  async push(plan: PushPlan, options: PushOptions = {}): Promise<PushOutcome> {
    const { policy } = plan.ref;
    await this.#look(policyKind(policy), options.signal);
    const outcome = await this.#context.busy.during(policy, () => pushPlan(this.#context, plan, options));
    if (outcome.verdict !== 'applied') {
      this.#due.add(policy);
    }
    if (outcome.verdict === 'unknown') {
      this.#leftOpen.fire(policy);
    }
    return outcome;
  }

  /** Plans to push a snapshot back, through the same guards as any push. Throws ExpectedError `no-snapshot`. */
  async planRestore(
    kind: PolicyKind,
    snapshot: string,
    options: { readonly signal?: AbortSignal; readonly restoring?: Restoring } = {},
  ): Promise<PlanOutcome> {
    await this.#look(kind, options.signal);
    return planRestore(this.#context, kind, snapshot, options);
  }

  /**
   * Settles unresolved pushes of this session and of earlier ones. Call this at the start, as soon as
   * requests are allowed. A later read, plan or push of a policy rechecks its unresolved pushes.
   */
  recover(signal?: AbortSignal): Promise<RecoveredPush[]> {
    return withinOperation(() => this.#recover(undefined, signal));
  }

  /** Returns all pushes of the journal, oldest first. This computer did not record the `foreign` ones. */
  history(): Promise<PushRecord[]> {
    return this.#context.journal.all();
  }

  /** A report of one push for a change ticket. Throws ExpectedError `no-push`. */
  evidence(pushId: string): Promise<Evidence> {
    return evidenceOf(this.#context.journal, this.#context.store, pushId);
  }

  /** Removes closed pushes and unneeded documents, but nothing of a push without a verified result. */
  prune(retention: Retention): Promise<PrunedCounts> {
    return prune(this.#context, retention);
  }

  /** A document as the console answered it, by its hash in the history. */
  snapshot(hash: string): Promise<string | undefined> {
    return this.#context.store.get(hash);
  }

  /** The live policy from the last read in this session. */
  lastLive(kind: PolicyKind): LiveDocument | undefined {
    return this.#context.known.answer(kind.name);
  }

  /** The base; undefined when there is none, or only its hash is known. */
  base(kind: PolicyKind): Promise<JsonObject | undefined> {
    return baseDocument(this.#context, kind);
  }

  /** See `editsOverBase`. */
  editsOverBase(kind: PolicyKind): Promise<readonly LostChange[] | undefined> {
    return editsOverBase(this.#context, kind);
  }

  async #recover(
    policy: PolicyName | undefined,
    signal?: AbortSignal,
    context = this.#context,
  ): Promise<RecoveredPush[]> {
    const { looked, due } = await recoverPushes(context, signal, policy);
    const gone = policy === undefined ? looked.map(({ ref }) => ref.policy) : [policy];
    gone.forEach((name) => this.#due.delete(name));
    due.forEach((name) => this.#due.add(name));
    const settled = looked.filter(({ isOpen }) => !isOpen);
    if (settled.length > 0) {
      this.#settled.fire(settled);
    }
    // The event of the read came before the new journal entries, so listeners need another one.
    new Set(looked.map(({ ref }) => ref.policy)).forEach((name) => this.#context.changed.fire(name));
    return [...looked];
  }

  /**
   * Rechecks pushes of the policy that are unresolved or may be corrected. A failure is only logged, because
   * the caller can go on without the result.
   */
  async #look({ name }: PolicyKind, signal: AbortSignal | undefined, context?: SyncContext): Promise<void> {
    try {
      await this.#recover(name, signal, context);
    } catch (error) {
      passOnCanceled(error);
      this.#context.logger.warn(`could not check unresolved pushes of ${name}: ${messageOf(error)}`);
    }
  }

  /** Rechecks only policies with a known need, because reading the journal each time would be slow. */
  async #lookAgain(kind: PolicyKind, signal: AbortSignal | undefined, context?: SyncContext): Promise<void> {
    if (this.#due.has(kind.name)) {
      await this.#look(kind, signal, context);
    }
  }
}
