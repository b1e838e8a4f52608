interface StateFacts {
  /** There is a file. */
  readonly hasFile?: true;
  /** The file holds what only it holds. */
  readonly hasEdits?: true;
  /** The file may hold edits, as nobody could compare it. */
  readonly mayHaveEdits?: true;
  /** Live has a part in it. */
  readonly isOfLive?: true;
  /** It comes with a reason, which is worth its space. */
  readonly hasReason?: true;
  /** It says more than problems of the file could. */
  readonly beforeProblems?: true;
  /** A push of several policies includes it. */
  readonly canPush?: true;
  readonly canMerge?: true;
  /** The record of its file can be removed. */
  readonly canForget?: true;
  /** Another read may settle it. */
  readonly canRetry?: true;
  /** What is to be done: nothing, to push, to look at live, or to mend something. */
  readonly wants: 'nothing' | 'push' | 'look' | 'mend';
}

/** Every state of a policy. A new one is a row here, its condition below, and its look in the editor (`shownState.ts`). */
const states = {
  'not-pulled': { beforeProblems: true, wants: 'nothing' },
  'file-gone': { beforeProblems: true, canForget: true, wants: 'nothing' },
  'in-sync': { hasFile: true, isOfLive: true, wants: 'nothing' },
  edited: { hasFile: true, hasEdits: true, canPush: true, isOfLive: true, wants: 'push' },
  'live-changed': { hasFile: true, isOfLive: true, wants: 'look' },
  conflict: { hasFile: true, hasEdits: true, canPush: true, canMerge: true, isOfLive: true, wants: 'look' },
  unknown: { hasFile: true, hasReason: true, mayHaveEdits: true, canRetry: true, wants: 'look' },
  invalid: {
    hasFile: true,
    hasReason: true,
    mayHaveEdits: true,
    canPush: true,
    beforeProblems: true,
    wants: 'mend',
  },
  failed: {
    hasFile: true,
    hasReason: true,
    mayHaveEdits: true,
    canRetry: true,
    beforeProblems: true,
    wants: 'mend',
  },
} as const satisfies Readonly<Record<string, StateFacts>>;

/** What is known about one policy; `unknown` never allows a push. */
export type PolicyState = keyof typeof states;

export const policyStates: Readonly<Record<PolicyState, StateFacts>> = states;

/** Canonical hashes of the three documents a state is made of. */
export interface Known {
  readonly base: string | undefined;
  /** The lock file names a base, be it of another place: there was a file. */
  readonly isListed?: boolean;
  /** Undefined without a file; without a hash when its text has no single meaning. */
  readonly working: { readonly hash: string | undefined } | undefined;
  /** Undefined when live was not read in this session. */
  readonly live: string | undefined;
}

/** The state of a policy by what is known of it; without live, the base stands for it. */
export function policyState({
  base,
  isListed = base !== undefined,
  working: file,
  live,
}: Known): Exclude<PolicyState, 'failed'> {
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
