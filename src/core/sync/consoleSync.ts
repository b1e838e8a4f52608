import { blameIn, type Blame } from '../policy/ruleMark.ts';
import type { PolicyKind, PolicyName } from '../policy/families.ts';
import { evidenceOf } from './recordFacts.ts';
import { forgetPolicies, followBases, glance, policyStatus, refresh } from './policyStatus.ts';
import { baseDocument, editsOverBase, pullPolicies } from './pull.ts';
import { applyMerge, mergePolicy } from './merge.ts';
import { planPush, planSeveral, staleReason } from './plan.ts';
import { planRestore } from './planRestore.ts';
import type { ConsoleSyncDeps } from './ports.ts';
import { prune } from './prune.ts';
import { pushSeveral } from './push.ts';
import { recoverPushes } from './recover.ts';
import { ruleChanges } from './ruleChanges.ts';
import { syncContextOf, type SyncContext } from './syncContext.ts';

export type ConsoleSync = ReturnType<typeof consoleSyncOf>;

/**
 * All operations between the policy files of one console and its live policies. Create one per console and
 * process. It keeps the live policies that this session read; everything else is on disk.
 */
export function consoleSyncOf(deps: ConsoleSyncDeps) {
  const context = syncContextOf(deps);
  const bound =
    <A extends readonly unknown[], R>(operation: (context: SyncContext, ...args: A) => R) =>
    (...args: A): R =>
      operation(context, ...args);
  const { busy, changed, journal, known, settled, store } = context;
  return {
    onDidChange: changed.event,
    onDidSettle: settled.event,

    /** Returns true during a pull, push, merge or restore of the policy, when its status is inconsistent. */
    isBusy: (policy: PolicyName) => busy.has(policy),
    status: bound(policyStatus),
    refresh: bound(refresh),
    glance: bound(glance),
    followBases: bound(followBases),
    ruleChanges: bound(ruleChanges),
    /** The live policy from the last read in this session. */
    lastLive: ({ name }: PolicyKind) => known.answer(name),
    /** Returns the author and time of the last change of a live rule, from the last read in this session. */
    blame(kind: PolicyKind, array: string, rule: string): Blame | undefined {
      const live = known.answer(kind.name);
      return live && blameIn(live.document, array, rule);
    },
    base: bound(baseDocument),
    editsOverBase: bound(editsOverBase),

    pull: bound(pullPolicies),
    forget: bound(forgetPolicies),
    merge: bound(mergePolicy),
    applyMerge: bound(applyMerge),

    /** Plans a push over drift or an unknown base; `overrides` of the plan names every lost change. */
    overrideDrift: (kind: PolicyKind, signal?: AbortSignal) =>
      planPush(context, kind, { signal, overridesDrift: true }),
    planRestore: bound(planRestore),
    planAll: bound(planSeveral),
    staleReason: bound(staleReason),
    isProtected: context.isProtected,
    pushAll: bound(pushSeveral),
    recover: bound(recoverPushes),

    /** Returns all pushes of the journal, oldest first. This computer did not record the `foreign` ones. */
    history: () => journal.all(),
    evidence: bound(evidenceOf),
    /** A document as the console answered it, by its hash in the history. */
    snapshot: (hash: string) => store.get(hash),
    prune: bound(prune),
  };
}
