import { defined } from '../util/defined.ts';
import { policyKinds, type PolicyKind } from '../policy/families.ts';
import { messageOf, passOnUnexpected } from '../util/errors.ts';
import type { PolicyStatus } from './outcomes.ts';
import { policyState, policyStates } from './policyState.ts';
import type { SeenLive } from './ports.ts';
import { recheckDuePushes } from './recover.ts';
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

/** Reads the live policy; never moves the base. Throws the errors of the console client. */
export async function refresh(
  context: SyncContext,
  kind: PolicyKind,
  signal?: AbortSignal,
): Promise<PolicyStatus> {
  await context.known.read(context, kind, signal);
  // This check runs last, so that the push result and the state come from one read.
  await recheckDuePushes(context, kind, signal);
  return policyStatus(context, kind);
}

/**
 * Reads the live policy in the background and returns its length in characters. A failure throws; it keeps
 * the state and only notes the missed read.
 */
export async function glance(context: SyncContext, kind: PolicyKind, signal?: AbortSignal): Promise<number> {
  const quiet = { ...context, isQuiet: true } as const;
  const { length } = (await quiet.known.read(quiet, kind, signal)).text;
  await recheckDuePushes(quiet, kind, signal);
  return length;
}

/**
 * Call this when any process changed the lock file. A base that is newer than the last read makes this read
 * outdated.
 */
export async function followBases({ bases, busy, changed, known, logger }: SyncContext): Promise<void> {
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
    changed.fire(kind.name);
  };
  await Promise.all(policyKinds.map(follow));
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
