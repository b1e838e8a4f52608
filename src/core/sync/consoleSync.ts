import { policyKind, policyKinds, type PolicyKind, type PolicyName } from '../policy/families.ts';
import type { JsonObject } from '../json/json.ts';
import type { MergeChoices } from '../policy/merge/mergeConflict.ts';
import type { PolicyDiff } from '../policy/ruleDiff.ts';
import { Emitter } from '../util/emitter.ts';
import { mapConcurrent } from '../util/concurrency.ts';
import { ExpectedError, messageOf, passOnCanceled, passOnUnexpected } from '../util/errors.ts';
import { withinOperation } from '../util/operation.ts';
import { baseDocument } from './baseDocument.ts';
import { compareSnapshots, evidenceOf, type Evidence } from './evidence.ts';
import { followRestore, type FileAfterRestore } from './followRestore.ts';
import { editsOverBase } from './lostEdits.ts';
import { applyMerge, mergePolicy, type MergeOutcome, type MergeSeen, type PolicyMerge } from './merge.ts';
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
import { Blames, type Blame } from '../policy/blame.ts';
import { RuleChangesOf, type RuleChanges } from './ruleChanges.ts';
import { pullPolicies, type PullOptions } from './pull.ts';
import { prune, type Pruned, type Retention } from './prune.ts';
import { pushPlan, type PushOptions } from './push.ts';
import { pushFlow, type PushFlowEnd, type PushPort } from './pushFlow.ts';
import { recoverPushes } from './recover.ts';
import type { PushRecord } from './store/journalEvent.ts';
import { syncContextOf, type ConsoleSyncDeps } from './syncContextOf.ts';
import type { SyncContext } from './syncContext.ts';
import { staleReason, type StaleReason } from './staleReason.ts';

interface PlanAllOptions {
  readonly signal?: AbortSignal | undefined;
  readonly plan?: (kind: PolicyKind, signal?: AbortSignal) => Promise<PlanOutcome>;
  readonly leavesOut?: (error: unknown) => boolean;
  readonly onProgress?: OnProgress;
}

/**
 * Everything that happens between the working copies of one console and live. One instance per console and process; it
 * holds what was read of live in this session, everything else is on disk.
 */
export class ConsoleSync {
  readonly #context: SyncContext;
  readonly #changed = new Emitter<PolicyName>();
  /**
   * Fires when more is known of a policy, or other things are: live was read or could not be, a pull, push, merge or restore
   * of it is over, or an earlier push of it was settled. Nobody else has to tell.
   */
  readonly onDidChange = this.#changed.event;
  readonly #settled = new Emitter<readonly RecoveredPush[]>();
  /** Fires when a look at live settled pushes that had been left open, or corrected the verdict of one that had ended. */
  readonly onDidSettle = this.#settled.event;
  readonly #leftOpen = new Emitter<PolicyName>();
  /** Fires when a push ended without a verdict that is proved: a later look at live is due. */
  readonly onDidLeaveOpen = this.#leftOpen.event;
  readonly #pushing = new Set<PolicyName>();
  readonly #ruleChanges = new RuleChangesOf();
  readonly #blames = new WeakMap<JsonObject, Blames>();
  /** Policies with a push that wants a later look: it is known to be open, or ended a short while ago as not applied. */
  readonly #due = new Set<PolicyName>();

  constructor(deps: ConsoleSyncDeps) {
    this.#context = syncContextOf(deps);
    const { known, busy } = this.#context;
    known.onDidChange((policy) => this.#changed.fire(policy));
    busy.onDidEnd((policy) => this.#changed.fire(policy));
  }

  /** Brings live into the working copies. Never throws for one policy: failures are listed in the report. */
  async pull(kinds: readonly PolicyKind[], options: PullOptions): Promise<PullReport> {
    for (const kind of kinds) {
      await this.#lookAgain(kind, options.signal);
    }
    return withinOperation(() => pullPolicies(this.#context, kinds, options));
  }

  /** From the base, the working copy and what was last read of live; makes no request. */
  status(kind: PolicyKind): Promise<PolicyStatus> {
    return policyStatus(this.#context, kind);
  }

  /** How the rules of the working copy stand to base and live, by what is known of it; makes no request. */
  ruleChanges(kind: PolicyKind): Promise<RuleChanges> {
    return this.#ruleChanges.find(this.#context, kind);
  }

  /** Who changed a rule of live last, and when, as far as the console told when it was last read in this session. */
  blame(kind: PolicyKind, array: string, rule: string): Blame | undefined {
    const live = this.#context.known.answer(kind.name)?.document;
    if (!live) {
      return undefined;
    }
    const blames = this.#blames.get(live) ?? new Blames(live);
    this.#blames.set(live, blames);
    return blames.of(array, rule);
  }

  /** Whether the policy is being pulled, pushed, merged or restored: its status is that of no moment then. */
  isBusy(policy: PolicyName): boolean {
    return this.#context.busy.has(policy);
  }

  /** To be called when the lock file was changed, by whichever process: bases that are newer than the last reading of live replace it. */
  async followBases(): Promise<void> {
    const { bases, busy, known, logger } = this.#context;
    await mapConcurrent(policyKinds, policyKinds.length, async (kind) => {
      try {
        const entry = busy.has(kind.name) ? undefined : await bases.entry(kind);
        if (entry) {
          known.readElsewhere(kind.name, { hash: entry.base, readAt: new Date(entry.at) });
        }
      } catch (error) {
        passOnUnexpected(error);
        logger.debug(`the base of ${kind.name} was not read: ${messageOf(error)}`);
      }
      this.#changed.fire(kind.name);
    });
  }

  /** Reads live; never moves the base. Throws what the console client throws. */
  async refresh(kind: PolicyKind, signal?: AbortSignal): Promise<PolicyStatus> {
    await this.#context.known.read(kind, signal);
    // Last, so that the result of a push and the state come from one reading.
    await this.#lookAgain(kind, signal);
    return this.status(kind);
  }

  /**
   * The same where nobody asked for it: a failure leaves the state as it was, but for the note that a reading was missed. Answers
   * how many characters live has.
   */
  async glance(kind: PolicyKind, signal?: AbortSignal): Promise<number> {
    const known = this.#context.known.quietly();
    const { length } = (await known.read(kind, signal)).text;
    await this.#lookAgain(kind, signal, { ...this.#context, known });
    return length;
  }

  /** Validates the working copy, reads live, compares it with the base and checks the collections. Sends nothing. */
  async plan(kind: PolicyKind, signal?: AbortSignal): Promise<PlanOutcome> {
    await this.#look(kind, signal);
    return planPush(this.#context, kind, { signal });
  }

  /**
   * Plans although live is not the base: the plan's `overrides` names every change of live that would be lost, and `push`
   * refuses it unless `confirmed.lost` names each of them. Without drift it is a plan as any other.
   */
  async overrideDrift(kind: PolicyKind, signal?: AbortSignal): Promise<PlanOutcome> {
    await this.#look(kind, signal);
    return planPush(this.#context, kind, { signal, overridesDrift: true });
  }

  /** Reads live and merges it with the base and the working copy; see `mergePolicy`. Writes nothing. */
  async merge(
    kind: PolicyKind,
    choices: MergeChoices = new Map(),
    signal?: AbortSignal,
  ): Promise<MergeOutcome> {
    await this.#lookAgain(kind, signal);
    return mergePolicy(this.#context, kind, choices, signal);
  }

  /** Writes a settled merge into the working copy and moves the base to the live document that was merged. */
  applyMerge(kind: PolicyKind, choices: MergeChoices, seen?: MergeSeen): Promise<PolicyMerge> {
    // What was chosen when it was called: a map of somebody who goes on choosing says something else later.
    const chosen = new Map(choices);
    return this.#context.busy.during(kind.name, () => applyMerge(this.#context, kind, chosen, seen));
  }

  /** Whether the policy had a file that is gone: the lock file still has its line. Throws what reading a file throws. */
  async isFileGone(kind: PolicyKind): Promise<boolean> {
    return (await this.#context.bases.line(kind)).isListed && !(await this.#hasFile(kind));
  }

  /**
   * Drops the lines of policies whose files are gone from the lock file; answers which had one. Throws ExpectedError `has-file`
   * before anything is dropped.
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

  /** Why a plan of this sync would not be made the same now; undefined while it stands. Makes no request. */
  staleReason(plan: PushPlan): Promise<StaleReason | undefined> {
    return staleReason(this.#context, plan);
  }

  /**
   * Plans several policies at the same time, as pushes of their files unless `plan` does something else. A failure leaves out its
   * policy only, unless `leavesOut` refuses that.
   */
  planAll(
    kinds: readonly PolicyKind[],
    { signal, plan = this.#planTogether(), leavesOut, onProgress }: PlanAllOptions = {},
  ): Promise<SeveralPlans> {
    return withinOperation(() =>
      planSeveral(this.#context.console, kinds, (kind) => plan(kind, signal), leavesOut, onProgress),
    );
  }

  #planTogether(): (kind: PolicyKind, signal?: AbortSignal) => Promise<PlanOutcome> {
    const readings = new SharedReadings();
    return async (kind, signal) => {
      await this.#look(kind, signal);
      return planPush(this.#context, kind, { signal, readings });
    };
  }

  /** Plans policies, as a push of the working copy unless `plan` says otherwise, has them confirmed by `port`, and pushes them. */
  pushAll(kinds: readonly PolicyKind[], port: PushPort, plan = this.#planTogether()): Promise<PushFlowEnd> {
    const { console } = this.#context;
    const isProtected = this.#context.isProtected();
    const push = (made: PushPlan, options: PushOptions): Promise<PushOutcome> =>
      made.restores === undefined ? this.push(made, options) : this.pushRestore(made, options);
    return withinOperation(() => pushFlow({ console, isProtected, plan, push }, kinds, port));
  }

  /**
   * Carries out a plan. Throws before anything is sent (`DriftError`, `base-moved`, `push-running`, disk and network
   * errors, CanceledError); from the PUT on it always resolves with a verdict.
   */
  async push(plan: PushPlan, options: PushOptions = {}): Promise<PushOutcome> {
    const { policy } = plan.ref;
    const kind = policyKind(policy);
    if (kind && !this.#pushing.has(policy)) {
      await this.#look(kind, options.signal);
    }
    if (this.#pushing.has(policy)) {
      throw new ExpectedError('push-running', `${policy} is being pushed already.`, {
        advice: 'Wait for its end.',
      });
    }
    this.#pushing.add(policy);
    try {
      const outcome = await this.#context.busy.during(policy, () => pushPlan(this.#context, plan, options));
      if (outcome.verdict !== 'applied') {
        this.#due.add(policy);
      }
      if (outcome.verdict === 'unknown') {
        this.#leftOpen.fire(policy);
      }
      return outcome;
    } finally {
      this.#pushing.delete(policy);
    }
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

  /** Pushes a plan of `planRestore`, and brings the working copy along as `applyRestore` does. */
  async pushRestore(
    plan: PushPlan,
    options: PushOptions = {},
  ): Promise<PushOutcome & { readonly file: FileAfterRestore }> {
    const { policy } = plan.ref;
    return this.#context.busy.during(policy, async () => {
      const outcome = await this.push(plan, options);
      const kind = outcome.verdict === 'applied' ? policyKind(policy) : undefined;
      try {
        return {
          ...outcome,
          file: kind === undefined ? 'left' : await this.applyRestore(kind, plan.restores ?? ''),
        };
      } catch (error) {
        // The verdict stands, whatever is wrong with the file.
        this.#context.logger.warn(`the file of ${policy} was left as it was: ${messageOf(error)}`);
        return { ...outcome, file: 'left' };
      }
    });
  }

  /**
   * After a plan of `planRestore` was pushed and applied: brings the working copy along, unless it has edits of its own.
   */
  async applyRestore(kind: PolicyKind, snapshot: string): Promise<FileAfterRestore> {
    const records = await this.#context.journal.records();
    const restored = records.findLast(
      ({ policy, restores, verdict }) =>
        policy === kind.name && restores === snapshot && verdict === 'applied',
    );
    return restored === undefined ? 'left' : followRestore(this.#context, kind, restored);
  }

  /**
   * Settles pushes that were left open, in this session or an earlier one. To be called at the start, once requests may be
   * made; what is open then is looked at again before its policy is read, planned or pushed.
   */
  recover(signal?: AbortSignal): Promise<RecoveredPush[]> {
    return withinOperation(() => this.#recover(undefined, signal));
  }

  /** All pushes the journal knows, oldest first; `foreign` ones were not written by this machine. */
  history(): Promise<PushRecord[]> {
    return this.#context.journal.all();
  }

  /** The steps between two documents of the history. Throws ExpectedError `no-snapshot`. */
  compareSnapshots(kind: PolicyKind, before: string, after: string): Promise<PolicyDiff> {
    return compareSnapshots(this.#context.store, kind, before, after);
  }

  /** A report of one push for a change ticket. Throws ExpectedError `no-push`. */
  evidence(pushId: string): Promise<Evidence> {
    return evidenceOf(this.#context.journal, this.#context.store, pushId);
  }

  /** Removes closed pushes, and documents nothing needs any more; never anything of a push that is not verified. */
  prune(retention: Retention): Promise<Pruned> {
    return prune(this.#context, retention);
  }

  /** A document as the console answered it, by its hash in the history. */
  snapshot(hash: string): Promise<string | undefined> {
    return this.#context.store.get(hash);
  }

  /** Live as it was last read in this session. */
  lastLive(kind: PolicyKind): string | undefined {
    return this.#context.known.answer(kind.name)?.text;
  }

  /** The same as a document. */
  lastLiveDocument(kind: PolicyKind): JsonObject | undefined {
    return this.#context.known.answer(kind.name)?.document;
  }

  /** The base; undefined when there is none, or only its hash is known. */
  base(kind: PolicyKind): Promise<JsonObject | undefined> {
    return baseDocument(this.#context, kind);
  }

  /** What is gone of the working copy when its base takes its place; undefined where its text has no single meaning. */
  editsOverBase(kind: PolicyKind): Promise<readonly LostChange[] | undefined> {
    return editsOverBase(this.#context, kind);
  }

  async #recover(
    policy: PolicyName | undefined,
    signal?: AbortSignal,
    context = this.#context,
  ): Promise<RecoveredPush[]> {
    const isRunning = (record: PushRecord): boolean => this.#pushing.has(record.policy);
    const { looked, due } = await recoverPushes(context, isRunning, signal, policy);
    const gone = policy === undefined ? looked.map(({ ref }) => ref.policy) : [policy];
    gone.forEach((name) => this.#due.delete(name));
    due.forEach((name) => this.#due.add(name));
    const settled = looked.filter(({ isOpen }) => !isOpen);
    if (settled.length > 0) {
      this.#settled.fire(settled);
    }
    // Live was read before what it proves was written down.
    new Set(looked.map(({ ref }) => ref.policy)).forEach((name) => this.#changed.fire(name));
    return [...looked];
  }

  /** Looks at pushes of the policy that are open or may be corrected, by whomever. What is found out only here is no reason to stop. */
  async #look({ name }: PolicyKind, signal: AbortSignal | undefined, context?: SyncContext): Promise<void> {
    try {
      await this.#recover(name, signal, context);
    } catch (error) {
      passOnCanceled(error);
      this.#context.logger.warn(`could not check unresolved pushes of ${name}: ${messageOf(error)}`);
    }
  }

  /** The same where it is known that there is one: reading the journal each time would be too much. */
  async #lookAgain(kind: PolicyKind, signal: AbortSignal | undefined, context?: SyncContext): Promise<void> {
    if (this.#due.has(kind.name)) {
      await this.#look(kind, signal, context);
    }
  }
}
