import { defined } from '../util/defined.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { PolicyStatus } from './outcomes.ts';
import { policyState, policyStates } from './policyState.ts';
import type { SeenLive } from './ports.ts';
import type { LockEntry } from './store/lockFile.ts';
import type { SyncContext } from './syncContext.ts';
import { workingCopy } from './workingCopy.ts';

/** Returns the status from the base, the policy file and the last read live policy; makes no request. */
export async function policyStatus(context: SyncContext, kind: PolicyKind): Promise<PolicyStatus> {
  const { known, bases, console } = context;
  const { answer, failure, missed } = known.of(kind.name);
  const { entry, isListed, takenFrom: from } = await bases.line(kind);
  const seen = answer ?? seenBefore(context, kind, entry);
  const moment = {
    base: entry?.base,
    liveReadAt: answer?.readAt,
    knownAt: answer ? undefined : seen?.readAt,
    missed,
  };
  const working = await workingCopy(context, kind);
  const copy = working?.document;
  const refusals = new Set(copy && (await context.validate?.(copy, kind)));
  const state = policyState({
    base: entry?.base,
    isListed,
    working,
    live: seen?.hash,
  });
  // A file without edits has nothing to push, so no push would be refused.
  const foreseen =
    copy && policyStates[state].hasEdits ? await context.unknownCollections?.(copy, kind) : undefined;
  const reasonsAgainst = [...refusals, ...(foreseen ?? [])];
  const problems = reasonsAgainst.length > 0 ? reasonsAgainst : undefined;
  if (failure !== undefined) {
    return defined({ state: 'failed', known: state, ...failure, ...moment, problems });
  }
  const reasons: Partial<Record<typeof state, string>> = {
    'file-gone':
      'The file is missing, so no push includes the policy. Restore or pull the file. If you deleted it on purpose, forget the policy.',
    invalid: working?.problems[0],
    unknown:
      from === undefined
        ? 'The base of this file is unknown. Pull the policy.'
        : `This file was pulled from ${from}, but ${console} now has another address.`,
  };
  return defined({ state, reason: reasons[state], ...moment, problems });
}

/** Returns the newer one: the last read of an earlier session, or the base with its time. */
function seenBefore(
  { known, clock }: SyncContext,
  kind: PolicyKind,
  entry: LockEntry | undefined,
): SeenLive | undefined {
  const read = known.earlier(kind.name);
  const base = entry && { hash: entry.base, readAt: new Date(entry.at) };
  if (!base || Number.isNaN(base.readAt.getTime()) || (read && base.readAt > clock.now())) {
    return read;
  }
  return read && read.readAt > base.readAt ? read : base;
}
