import { l10n } from '../../core/util/l10n.ts';
import { familyTable, policyKind, type PolicyName } from '../../core/policy/families.ts';
import type { Verdict } from '../../core/sync/outcomes.ts';
import type { PushRecord } from '../../core/sync/store/journalEvent.ts';
import { countWords, pushResultWords } from '../workspace/pushWords.ts';
import type { RowDescription } from '../platform/rowDescription.ts';

export interface PushFacts {
  readonly console: string;
  /** Set when the workspace has several consoles. */
  readonly showConsole: boolean;
  /** Requests may be made. */
  readonly online: boolean;
  /** What "Undo Last Push" undoes. */
  readonly isLast?: boolean;
  /** When it was opened, in the person's own spelling. */
  readonly when: string;
  /** Of the push that it undid, did once more, or went back to. */
  readonly restored?: string;
}

const icons: Readonly<Record<Verdict | 'open', { readonly id: string; readonly color?: string }>> = {
  applied: { id: 'pass', color: 'ordinance.passedForeground' },
  'not-applied': { id: 'circle-slash', color: 'disabledForeground' },
  'foreign-change': { id: 'warning', color: 'ordinance.warningForeground' },
  unknown: { id: 'question', color: 'ordinance.warningForeground' },
  open: { id: 'sync' },
};

/** Whatever it says of itself is not proven. */
const foreignIcon = { id: 'unverified', color: 'ordinance.warningForeground' };

/**
 * A row of the History view: how a push ended, what it was for and what it changed, before what may be cut off where space is
 * short. That it was applied its icon says, too.
 */
export function describePush(record: PushRecord, facts: PushFacts): RowDescription {
  const verdict = pushResultWords(record.verdict);
  const purpose = restoringWords(record, facts.restored);
  const details = [
    // Nothing of it is proven: that may not be cut off.
    record.foreign ? l10n.t('not written on this computer') : undefined,
    purpose,
    countWords(record.counts),
    record.corrected === undefined ? undefined : l10n.t('applied late'),
    record.lost?.length ? l10n.t('override') : undefined,
    facts.when,
    facts.showConsole ? facts.console : undefined,
    record.author,
  ].filter((part) => part !== undefined);
  const isSaidByIcon = record.verdict === 'applied' && !record.foreign && purpose !== undefined;
  return {
    label: shortPolicy(record.policy),
    description: [...(isSaidByIcon ? [] : [verdict]), ...details].join(' · '),
    icon: record.foreign ? foreignIcon : icons[record.verdict ?? 'open'],
    capabilities: [
      'push',
      ...(record.snapshot === undefined ? [] : ['canCompare']),
      ...(record.snapshot !== undefined && facts.online ? ['canRestore'] : []),
      ...(facts.isLast === true && facts.online ? ['canUndo'] : []),
    ],
    accessibilityLabel: spokenWords(record, facts.console, [verdict, ...details].join(', ')),
    collapsible: 'none',
  };
}

function spokenWords(record: PushRecord, console: string, details: string): string {
  const { policy, restores, restoring } = record;
  if (restores === undefined) {
    return l10n.t('Push of {0} to {1}: {2}', policy, console, details);
  }
  switch (restoring ?? 'restore') {
    case 'undo':
      return l10n.t('Undo of a push of {0} to {1}: {2}', policy, console, details);
    case 'redo':
      return l10n.t('Redo of a push of {0} to {1}: {2}', policy, console, details);
    case 'restore':
    default:
      return l10n.t('Restore of {0} on {1}: {2}', policy, console, details);
  }
}

/** `vuln/images`: what a row has space for beside what it is about. */
function shortPolicy(policy: PolicyName): string {
  const kind = policyKind(policy);
  return kind ? `${familyTable[kind.family].short}/${kind.target}` : policy;
}

/** What a push of an earlier state was to whoever made it. `of`: when the push was opened that it is about. */
export function restoringWords(
  { restores, restoring }: PushRecord,
  of: string | undefined,
): string | undefined {
  if (restores === undefined) {
    return undefined;
  }
  switch (restoring ?? 'restore') {
    case 'undo':
      return of === undefined ? l10n.t('undo') : l10n.t('undo of {0}', of);
    case 'redo':
      return of === undefined ? l10n.t('redo') : l10n.t('redo of {0}', of);
    case 'restore':
    default:
      return of === undefined ? l10n.t('restore') : l10n.t('restore of {0}', of);
  }
}
