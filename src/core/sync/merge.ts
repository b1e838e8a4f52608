import { pause } from '../util/inSlices.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { JsonObject } from '../json/json.ts';
import type { MergeChoices } from '../policy/merge/mergeConflict.ts';
import { mergePolicies, type MergeResult } from '../policy/merge/mergePolicies.ts';
import { pulledForm } from '../policy/pulledForm.ts';
import { valueSharingRules } from '../document/ruleDigests.ts';
import { ExpectedError } from '../util/errors.ts';
import type { LiveDocument } from './readLive.ts';
import { recheckDuePushes } from './recover.ts';
import type { SyncContext } from './syncContext.ts';
import { policyMutex } from './store/mutexes.ts';
import { writeFileAndBase, notPulled, workingCopy, type WorkingCopy } from './workingCopy.ts';

/**
 * A merge of base, policy file and live policy, with the conflicts that `choices` resolve. All documents have
 * the form that a pull writes.
 */
export interface PolicyMerge extends MergeResult {
  readonly kind: 'merge';
  /** Undefined without a known base: then every difference is a conflict. */
  readonly base: JsonObject | undefined;
  readonly mine: JsonObject;
  readonly live: JsonObject;
  /** Input of the merge, for `saveMerge`: live policy, policy file and base. */
  readonly seen: MergeSources;
}

interface MergeSources {
  readonly liveHash: string;
  readonly mineText: string;
  /** Canonical hash of the base. */
  readonly baseHash: string | undefined;
}

type MergeOutcome =
  | PolicyMerge
  /** The live policy equals the base or the policy file. */
  | { readonly kind: 'nothing-to-merge'; readonly isLiveBase: boolean }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

/**
 * Reads the live policy and merges it. Writes nothing, and never moves the base. Throws ExpectedError
 * `not-pulled`.
 */
export async function mergeWithLive(
  context: SyncContext,
  kind: PolicyKind,
  choices: MergeChoices = new Map(),
  signal?: AbortSignal,
): Promise<MergeOutcome> {
  await recheckDuePushes(context, kind, signal);
  const working = (await workingCopy(context, kind)) ?? notPulled(kind);
  if (working.hash === undefined || working.problems.length > 0) {
    return { kind: 'invalid', problems: working.problems };
  }
  const live = await context.known.read(context, kind, signal);
  const isLiveBase = (await context.bases.hash(kind)) === live.hash;
  if (working.hash === live.hash || isLiveBase) {
    return { kind: 'nothing-to-merge', isLiveBase };
  }
  return mergeOf(context, kind, working, live, choices);
}

/**
 * Writes the merge of `seen` into the policy file and moves the base to the merged live policy. The next plan
 * then shows the steps from this live policy to the merge. Makes no request. Throws ExpectedError
 * `merge-open` for an unresolved conflict. Throws `merge-outdated` when the policy file, the base or the live
 * policy changed since the merge.
 */
export function saveMerge(
  context: SyncContext,
  kind: PolicyKind,
  choices: MergeChoices,
  seen: MergeSources,
): Promise<PolicyMerge> {
  // The copy keeps the choices of this call, because the caller may go on choosing.
  const chosen = new Map(choices);
  const write = () => writeMerge(context, kind, chosen, seen);
  return context.busy.during(kind.name, () =>
    context.mutexes.with(policyMutex(context.console, kind.name), write),
  );
}

async function writeMerge(
  context: SyncContext,
  kind: PolicyKind,
  choices: MergeChoices,
  seen: MergeSources,
): Promise<PolicyMerge> {
  const base = await context.bases.hash(kind);
  const working = (await workingCopy(context, kind)) ?? notPulled(kind);
  const live = context.known.answer(kind.name);
  // A push may have moved the base, so that the last read is outdated.
  if (
    working.hash === undefined ||
    !live ||
    seen.liveHash !== live.hash ||
    seen.mineText !== working.document.text ||
    seen.baseHash !== base
  ) {
    throw new ExpectedError('merge-outdated', `${kind.name} was changed after the merge began.`, {
      advice: 'Merge again. Nothing was written.',
    });
  }
  const merge = await mergeOf(context, kind, working, live, choices);
  if (merge.open.length > 0) {
    throw new ExpectedError(
      'merge-open',
      merge.open.length === 1
        ? `1 conflict of ${kind.name} is unresolved.`
        : `${merge.open.length} conflicts of ${kind.name} are unresolved.`,
      { advice: 'Accept mine or live for each conflict.' },
    );
  }
  const isWritten = await writeFileAndBase(context, kind, {
    file: working,
    base,
    live,
    spelling: working.document.spelling,
    merged: merge.merged,
    // Only the repository may name the base. Then the merge stays unverified, and the next plan asks.
    isOwn: merge.base === undefined || base === undefined || (await context.bases.isOwn(kind, base)),
  });
  if (!isWritten) {
    throw new ExpectedError('merge-outdated', `The file of ${kind.name} changed during the merge.`, {
      advice: 'Merge again.',
    });
  }
  return merge;
}

async function mergeOf(
  context: SyncContext,
  kind: PolicyKind,
  { document }: WorkingCopy,
  { hash: liveHash, document: liveDocument }: LiveDocument,
  choices: MergeChoices,
): Promise<PolicyMerge> {
  const stored = await context.bases.document(kind);
  const base = stored && pulledForm(kind, stored);
  await pause();
  const live = pulledForm(kind, liveDocument);
  await pause();
  const mine = valueSharingRules(document, kind, base ?? live);
  if (!mine) {
    throw new Error(`${kind.name} has a hash, but no value`);
  }
  await pause();
  return {
    kind: 'merge',
    ...mergePolicies(kind, base, mine, live, choices),
    base,
    live,
    mine,
    seen: { liveHash, mineText: document.text, baseHash: await context.bases.hash(kind) },
  };
}
