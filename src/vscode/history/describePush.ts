import type { L10n } from '../platform/l10n.ts';
import type { Verdict } from '../../core/sync/outcomes.ts';
import type { PushRecord } from '../../core/sync/store/journalEvent.ts';
import { countWords } from '../workspace/countWords.ts';
import { verdictWords } from '../workspace/verdictWords.ts';
import type { RowDescription } from '../platform/rowDescription.ts';

export interface PushFacts {
  readonly console: string;
  /** Set when the workspace has several consoles. */
  readonly showConsole: boolean;
  /** Requests may be made. */
  readonly online: boolean;
  /** When it was opened, in the person's own spelling. */
  readonly when: string;
}

const icons: Readonly<Record<Verdict | 'open', { readonly id: string; readonly color?: string }>> = {
  applied: { id: 'pass', color: 'testing.iconPassed' },
  'not-applied': { id: 'circle-slash', color: 'disabledForeground' },
  'foreign-change': { id: 'warning', color: 'list.warningForeground' },
  unknown: { id: 'question', color: 'list.warningForeground' },
  open: { id: 'sync' },
};

/** Whatever it says of itself is not proven. */
const foreignIcon = { id: 'unverified', color: 'list.warningForeground' };

/** A row of the History view: what was pushed where, by whom, when, and how it ended. */
export function describePush(record: PushRecord, facts: PushFacts, l10n: L10n): RowDescription {
  const verdict = verdictWords(record.verdict, l10n);
  const details = [
    record.restores === undefined ? undefined : l10n.t('restore'),
    verdict,
    record.corrected === undefined ? undefined : l10n.t('arrived late'),
    record.foreign ? l10n.t('not written by this machine') : undefined,
    record.lost?.length ? l10n.t('override') : undefined,
    countWords(record.counts, l10n),
    facts.showConsole ? facts.console : undefined,
    facts.when,
    record.author,
  ].filter((part) => part !== undefined);
  return {
    label: record.policy,
    description: details.join(' · '),
    icon: record.foreign ? foreignIcon : icons[record.verdict ?? 'open'],
    capabilities: [
      'push',
      ...(record.snapshot === undefined ? [] : ['canCompare']),
      ...(record.snapshot !== undefined && facts.online ? ['canRestore'] : []),
    ],
    accessibilityLabel:
      record.restores === undefined
        ? l10n.t('Push of {0} to {1}: {2}', record.policy, facts.console, details.join(', '))
        : l10n.t('Restore of {0} on {1}: {2}', record.policy, facts.console, details.join(', ')),
    collapsible: 'none',
  };
}
