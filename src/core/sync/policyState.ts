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
export interface PolicyHashes {
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
