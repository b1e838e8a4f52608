import { l10n } from '../../core/util/l10n.ts';
import {
  type PolicyStatus,
  policyStates,
  type PolicyState,
  type StateFacts,
  type StateCount,
} from '../../core/sync/policyStatus.ts';
import type { RowTone } from '../platform/treeView.ts';
import { whenWords } from './whenWords.ts';

/**
 * The known facts of a policy. `isBeingChecked`: the file was edited since, so the state is that of before
 * the edit.
 */
export interface KnownStatus extends PolicyStatus {
  readonly isBeingChecked?: boolean;
}

/**
 * The state in views. `problems`: a push of the file would be refused. `unread`: the file was in sync, but
 * the live policy was not read in this session. `checking`: the known state is that of before an edit.
 */
export type ShownState = PolicyState | 'problems' | 'unread' | 'checking';

/** The groups in source control. */
export type AttentionGroup = 'conflicts' | 'edits' | 'drift';

export interface StateLook {
  readonly icon: string;
  readonly color?: string;
  readonly tone?: RowTone;
  /** The action of a click on the status bar. */
  readonly step: 'pull' | 'preview' | 'merge' | 'refresh' | 'retry' | 'problems';
  /** Absent when the policy needs no attention. */
  readonly group?: AttentionGroup;
  /** The badge of a file in the explorer and on its tab, with its tooltip. */
  mark?(console: string): readonly [badge: string, tooltip: string];
}

/** The facts that every shown state has. */
export const shownStates: Readonly<Record<ShownState, Pick<StateFacts, 'words' | 'countsAs'>>> = {
  ...policyStates,
  checking: { words: () => l10n.t('being checked') },
  unread: { words: () => l10n.t('not read yet') },
  problems: { words: () => l10n.t('has problems'), countsAs: 'problems' },
};

export const stateLooks: Readonly<Record<ShownState, StateLook>> = {
  checking: {
    icon: 'loading~spin',
    step: 'preview',
    mark: () => ['…', l10n.t('Being checked')],
  },
  'not-pulled': {
    icon: 'circle-outline',
    color: 'disabledForeground',
    tone: 'dimmed',
    step: 'pull',
  },
  'file-gone': {
    icon: 'trash',
    color: 'ordinance.warningForeground',
    step: 'pull',
  },
  'in-sync': {
    icon: 'pass',
    color: 'ordinance.passedForeground',
    step: 'refresh',
  },
  unread: {
    icon: 'history',
    color: 'disabledForeground',
    step: 'refresh',
  },
  problems: {
    icon: 'warning',
    color: 'editorError.foreground',
    tone: 'failed',
    step: 'problems',
    mark: (console) => ['!', l10n.t('Has problems. A push to {0} is refused', console)],
  },
  edited: {
    icon: 'edit',
    color: 'gitDecoration.modifiedResourceForeground',
    tone: 'edited',
    step: 'preview',
    group: 'edits',
    mark: (console) => ['↑', l10n.t('Edited: not pushed to {0}', console)],
  },
  'live-changed': {
    icon: 'cloud-download',
    color: 'ordinance.liveChangedForeground',
    tone: 'live-changed',
    step: 'pull',
    group: 'drift',
    mark: (console) => ['↓', l10n.t('Changed on {0}: not pulled', console)],
  },
  conflict: {
    icon: 'git-pull-request-closed',
    color: 'gitDecoration.conflictingResourceForeground',
    tone: 'conflict',
    step: 'merge',
    group: 'conflicts',
    mark: (console) => ['↕', l10n.t('Changed in the file and on {0}', console)],
  },
  unknown: {
    icon: 'question',
    color: 'ordinance.warningForeground',
    step: 'refresh',
    group: 'conflicts',
    mark: (console) => ['?', l10n.t('State on {0} unknown', console)],
  },
  invalid: {
    icon: 'warning',
    color: 'editorError.foreground',
    tone: 'failed',
    step: 'problems',
    group: 'edits',
    mark: (console) => ['!', l10n.t('Not a complete policy. A push to {0} is refused', console)],
  },
  failed: {
    icon: 'error',
    color: 'editorError.foreground',
    tone: 'failed',
    step: 'retry',
  },
};

export function shownState(status: KnownStatus): ShownState {
  const { state, liveReadAt, isBeingChecked } = status;
  // A failed read says nothing about the file.
  if (isBeingChecked && state !== 'failed') {
    return 'checking';
  }
  if (hasProblems(status)) {
    return 'problems';
  }
  return state === 'in-sync' && liveReadAt === undefined ? 'unread' : state;
}

/** True when a push of the file would be refused, and no other state has priority. */
export function hasProblems({ state, problems = [] }: PolicyStatus): boolean {
  return problems.length > 0 && !policyStates[state].beforeProblems;
}

export function stateWords(state: ShownState): string {
  return shownStates[state].words();
}

/** The state in words, with further facts: problems beside edits, and the age of the live policy. */
export function statusWords(status: KnownStatus, now = new Date()): string[] {
  const shown = shownState(status);
  if (shown === 'checking') {
    return [stateWords(shown)];
  }
  if (shown === 'unread' && status.knownAt !== undefined) {
    return [l10n.t('in sync {0}, console not read since', whenWords(status.knownAt, now))];
  }
  return [
    ...(shown === 'problems' && status.state !== 'in-sync' ? [stateWords(status.state)] : []),
    stateWords(shown),
    ...ageWords(status, now),
  ];
}

function ageWords({ state, known, liveReadAt, knownAt }: PolicyStatus, now: Date): readonly string[] {
  const file = known ?? state;
  if (!policyStates[file].isOfLive) {
    return [];
  }
  if (liveReadAt === undefined) {
    if (knownAt === undefined) {
      return [];
    }
    const when = whenWords(knownAt, now);
    return [file === 'in-sync' ? l10n.t('in sync {0}', when) : l10n.t('live policy of {0}', when)];
  }
  return isOld(liveReadAt, now) ? [l10n.t('live policy of {0}', whenWords(liveReadAt, now))] : [];
}

/** Error codes of policies that the console does not have, or that the role may not read. Such policies need no attention. */
export const absentCodes: ReadonlySet<string | undefined> = new Set(['not-found', 'forbidden']);

/** Views show the time of a live policy that is older than this. */
const freshMs = 30 * 60_000;

/** True when the live policy is so old that views show its time. */
export function isOld(liveReadAt: Date, now = new Date()): boolean {
  return now.getTime() - liveReadAt.getTime() > freshMs;
}

/** True when sums count the state as a problem. */
export function isProblem(state: ShownState): boolean {
  return shownStates[state].countsAs === 'problems';
}

/** The state of the file, and the state of a problem once. */
export function statesOf(status: PolicyStatus): ShownState[] {
  const { state, known } = status;
  return known === undefined || isProblem(known)
    ? hasProblems(status) && !isProblem(state)
      ? [state, 'problems']
      : [state]
    : [known, state];
}

/** The state of the policy file, also when the console cannot be reached. */
export function fileState({ state, known }: PolicyStatus): PolicyState {
  return known ?? state;
}

/** The group of the policy file in source control. */
export function attentionGroup(status: PolicyStatus | undefined): AttentionGroup | undefined {
  return status && stateLooks[fileState(status)].group;
}

/** True when the file has, or may have, content that exists nowhere else. */
export function mayHaveEdits(status: PolicyStatus | undefined): boolean {
  const state = status && fileState(status);
  return (
    state === undefined || policyStates[state].hasEdits === true || policyStates[state].mayHaveEdits === true
  );
}

interface StateSums {
  readonly counts: Readonly<Record<StateCount, number>>;
  readonly words: readonly string[];
}

/** The numbers of policies in words, in this order. */
const sumWords: Readonly<Record<StateCount, (count: number) => string>> = {
  edits: (count) => l10n.t('{0} edited', count),
  drift: (count) => l10n.t('{0} changed on the console', count),
  conflicts: (count) => l10n.t('{0} to merge', count),
  gone: (count) => l10n.t('{0} with missing file', count),
  problems: (count) => l10n.t('{0} with a problem', count),
};

/** The policies that source control lists, each counted once. */
export function attentionOf(statuses: readonly (PolicyStatus | undefined)[]): StateSums {
  return sumsOf(statuses.map(attentionGroup));
}

/** Counts the policies that need attention, each once. */
export function stateSums(states: readonly ShownState[]): StateSums {
  return sumsOf(states.map((state) => shownStates[state].countsAs));
}

function sumsOf(kinds: readonly (StateCount | undefined)[]): StateSums {
  const counts: Record<StateCount, number> = { edits: 0, drift: 0, conflicts: 0, gone: 0, problems: 0 };
  for (const kind of kinds) {
    if (kind) {
      counts[kind]++;
    }
  }
  const words = Object.entries(sumWords).map(([kind, words]) => {
    const count = counts[kind as StateCount];
    return count === 0 ? [] : [words(count)];
  });
  return { counts, words: words.flat() };
}
