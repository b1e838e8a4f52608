import type { L10n } from '../platform/l10n.ts';
import type { PolicyState, PolicyStatus } from '../../core/sync/outcomes.ts';
import { whenWords } from './whenWords.ts';

/**
 * What is shown of a status. `problems`: the file stands to the console somehow, but a push of it is refused. `unread`: as
 * far as is known it is in sync, but live was not read in this session.
 */
export type ShownState = PolicyState | 'problems' | 'unread';

/** States that say more than problems of the file could. */
const beforeProblems: ReadonlySet<PolicyState> = new Set(['failed', 'invalid', 'not-pulled']);
/** States that live has a part in. */
const ofLive: ReadonlySet<PolicyState> = new Set(['in-sync', 'edited', 'live-changed', 'conflict']);
/** What was read longer ago than this is shown with its moment. */
export const freshMs = 30 * 60_000;

export function shownState(status: PolicyStatus): ShownState {
  const { state, problems = [], liveReadAt } = status;
  if (problems.length > 0 && !beforeProblems.has(state)) {
    return 'problems';
  }
  return state === 'in-sync' && liveReadAt === undefined ? 'unread' : state;
}

export function stateWords(state: ShownState, l10n: L10n): string {
  const words: Readonly<Record<ShownState, string>> = {
    'not-pulled': l10n.t('not pulled'),
    'in-sync': l10n.t('in sync'),
    unread: l10n.t('not read yet'),
    edited: l10n.t('edited'),
    'live-changed': l10n.t('live changed'),
    conflict: l10n.t('conflict'),
    unknown: l10n.t('unknown'),
    problems: l10n.t('has problems'),
    invalid: l10n.t('not a complete policy'),
    failed: l10n.t('failed'),
  };
  return words[state];
}

/** The state in words, with what else is true of it: problems beside edits, and how old the knowledge is. */
export function statusWords(status: PolicyStatus, l10n: L10n, now = new Date()): string[] {
  const shown = shownState(status);
  return [
    ...(shown === 'problems' && status.state !== 'in-sync' ? [stateWords(status.state, l10n)] : []),
    stateWords(shown, l10n),
    ...ageWords(status, l10n, now),
  ];
}

function ageWords(
  { state, known, liveReadAt, knownAt }: PolicyStatus,
  l10n: L10n,
  now: Date,
): readonly string[] {
  const file = known ?? state;
  if (!ofLive.has(file)) {
    return [];
  }
  if (liveReadAt === undefined) {
    if (knownAt === undefined) {
      return [];
    }
    const when = whenWords(knownAt, now);
    return [file === 'in-sync' ? l10n.t('in sync {0}', when) : l10n.t('live of {0}', when)];
  }
  return isOld(liveReadAt, now) ? [l10n.t('live of {0}', whenWords(liveReadAt, now))] : [];
}

/** Whether a reading of live is too old to be taken for the present without a word. */
export function isOld(liveReadAt: Date, now = new Date()): boolean {
  return now.getTime() - liveReadAt.getTime() > freshMs;
}
