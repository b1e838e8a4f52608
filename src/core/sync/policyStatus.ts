import { defined } from '../util/defined.ts';
import { policyKinds, type PolicyKind } from '../policy/families.ts';
import { messageOf, passOnUnexpected, ExpectedError } from '../util/errors.ts';
import type { SeenLive } from './ports.ts';
import type { MissedReading } from './readLive.ts';
import { recheckDuePushes } from './recover.ts';
import type { LockEntry } from './store/lockFile.ts';
import type { SyncContext } from './syncContext.ts';
import { workingCopy } from './workingCopy.ts';
import { l10n } from '../util/l10n.ts';

/** The sums over policies. */
export type StateCount = 'edits' | 'drift' | 'conflicts' | 'gone' | 'problems';

export interface StateFacts {
  words(): string;
  /** The policy has a file. */
  readonly hasFile?: true;
  /** The file contains edits. */
  readonly hasEdits?: true;
  /** The file may contain edits, because Ordinance could not compare it. */
  readonly mayHaveEdits?: true;
  /** The state depends on the live policy. */
  readonly isOfLive?: true;
  /** The state comes with a reason that is worth its space. */
  readonly hasReason?: true;
  /** The state matters more than problems of the file. */
  readonly beforeProblems?: true;
  /** A push of several policies includes it. */
  readonly canPush?: true;
  readonly canMerge?: true;
  /** The user can remove the record of the missing file. */
  readonly canForget?: true;
  /** Another read may settle it. */
  readonly canRetry?: true;
  /** Next step for the user: nothing, push, review the live policy, or fix an error. */
  readonly wants: 'nothing' | 'push' | 'look' | 'mend';
  /** The sum that counts the state; absent when the policy needs no attention. */
  readonly countsAs?: StateCount;
}

/** Every state of a policy. A new state needs a row here, a condition below and a view in `shownState.ts`. */
const states = {
  'not-pulled': { words: () => l10n.t('not pulled'), beforeProblems: true, wants: 'nothing' },
  'file-gone': {
    words: () => l10n.t('file is missing'),
    beforeProblems: true,
    canForget: true,
    wants: 'nothing',
    countsAs: 'gone',
  },
  'in-sync': { words: () => l10n.t('in sync'), hasFile: true, isOfLive: true, wants: 'nothing' },
  edited: {
    words: () => l10n.t('edited'),
    hasFile: true,
    hasEdits: true,
    canPush: true,
    isOfLive: true,
    wants: 'push',
    countsAs: 'edits',
  },
  'live-changed': {
    words: () => l10n.t('changed on the console'),
    hasFile: true,
    isOfLive: true,
    wants: 'look',
    countsAs: 'drift',
  },
  conflict: {
    words: () => l10n.t('changed on both sides'),
    hasFile: true,
    hasEdits: true,
    canPush: true,
    canMerge: true,
    isOfLive: true,
    wants: 'look',
    countsAs: 'conflicts',
  },
  unknown: {
    words: () => l10n.t('unknown'),
    hasFile: true,
    hasReason: true,
    mayHaveEdits: true,
    canRetry: true,
    wants: 'look',
    countsAs: 'problems',
  },
  invalid: {
    words: () => l10n.t('file is not a complete policy'),
    hasFile: true,
    hasReason: true,
    mayHaveEdits: true,
    canPush: true,
    beforeProblems: true,
    wants: 'mend',
    countsAs: 'problems',
  },
  failed: {
    words: () => l10n.t('failed'),
    hasFile: true,
    hasReason: true,
    mayHaveEdits: true,
    canRetry: true,
    beforeProblems: true,
    wants: 'mend',
    countsAs: 'problems',
  },
} as const satisfies Readonly<Record<string, StateFacts>>;

/** State of one policy; `unknown` never allows a push. */
export type PolicyState = keyof typeof states;

export const policyStates: Readonly<Record<PolicyState, StateFacts>> = states;

/** Canonical hashes of the three documents behind a state. */
interface PolicyHashes {
  readonly base: string | undefined;
  /** True when the lock file names a base, also of another place: the policy had a file. */
  readonly isListed?: boolean;
  /** Undefined without a file; `hash` is undefined for a text without a single meaning. */
  readonly working: { readonly hash: string | undefined } | undefined;
  /** Undefined without a known live policy. */
  readonly live: string | undefined;
}

/** Returns the state of a policy from known facts. Without a live policy, the base replaces it. */
export function policyState({
  base,
  isListed = base !== undefined,
  working: file,
  live,
}: PolicyHashes): Exclude<PolicyState, 'failed'> {
  if (file === undefined) {
    return isListed ? 'file-gone' : 'not-pulled';
  }
  const working = file.hash;
  if (working === undefined) {
    return 'invalid';
  }
  if (working === live) {
    return 'in-sync';
  }
  if (base === undefined) {
    return 'unknown';
  }
  if (live === undefined || live === base) {
    return working === base ? 'in-sync' : 'edited';
  }
  return working === base ? 'live-changed' : 'conflict';
}

export interface PolicyStatus {
  readonly state: PolicyState;
  /** Canonical hash of the base; absent where the base is unknown. */
  readonly base?: string;
  /** Time of the last read in this session, if there was one. */
  readonly liveReadAt?: Date;
  /** Time of the known live policy, when this session has not read it. */
  readonly knownAt?: Date;
  /** Reasons why a push of the file would be refused, one sentence each; absent without problems. */
  readonly problems?: readonly string[];
  /** Reason for `failed`, `unknown`, `invalid` and `file-gone`, one sentence. */
  readonly reason?: string;
  /** Error code for `failed`. */
  readonly code?: string;
  /** State for `failed`, without the read that failed. */
  readonly known?: Exclude<PolicyState, 'failed'>;
  /** The last background read, when it failed and no read followed. */
  readonly missed?: MissedReading;
}

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
export async function refreshStatus(
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
export async function readInBackground(
  context: SyncContext,
  kind: PolicyKind,
  signal?: AbortSignal,
): Promise<number> {
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

/**
 * Drops the lines of policies whose files are gone from the lock file. Returns the policies that had a line.
 * Throws ExpectedError `has-file`, and drops nothing, when one of the policies has a file.
 */
export async function forgetPolicies(
  { bases, busy, copies }: SyncContext,
  kinds: readonly PolicyKind[],
): Promise<readonly PolicyKind[]> {
  const isGone = async (kind: PolicyKind): Promise<boolean> => (await copies.read(kind)) === undefined;
  const check = (isForgotten: boolean, { name }: PolicyKind): void => {
    if (!isForgotten) {
      throw new ExpectedError('has-file', `${name} has a file.`, {
        advice: 'Delete the file first, then forget the policy.',
      });
    }
  };
  const listed: PolicyKind[] = [];
  for (const kind of kinds) {
    check(await isGone(kind), kind);
    if ((await bases.line(kind)).isListed) {
      listed.push(kind);
    }
  }
  for (const kind of listed) {
    check(await busy.during(kind.name, () => bases.forget(kind, () => isGone(kind))), kind);
  }
  return listed;
}
