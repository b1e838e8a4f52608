import { l10n } from '../../core/util/l10n.ts';
import { familyTable, policyKind, policyKinds, type PolicyName } from '../../core/policy/families.ts';
import { verdictWords, type Verdict } from '../../core/sync/outcomes.ts';
import { plannedCounts, recordFacts } from '../../core/sync/recordFacts.ts';
import type { PushRecord } from '../../core/sync/journalEvent.ts';
import type { RowDescription } from '../platform/treeView.ts';
import { momentWords } from '../workspace/whenWords.ts';
import type { JsonObject } from '../../core/json/json.ts';
import { diffPolicies } from '../../core/policy/ruleDiff.ts';
import { reviewCounts, ruleBlocks } from '../../core/sync/reviewText.ts';
import { visibleLine } from '../../core/util/inertText.ts';

interface PushFacts {
  readonly console: string;
  /** The flag is true when the workspace has several consoles. */
  readonly showConsole: boolean;
  /** The flag is true when requests are allowed. */
  readonly online: boolean;
  /** The flag marks the push that "Undo Last Push" undoes. */
  readonly isLast?: boolean;
  /** The time of the push is in the person's own format. */
  readonly when: string;
  /** The time is that of the push that this push undid, redid or restored. */
  readonly restored?: string;
}

const icons: Readonly<Record<Verdict | 'open', { readonly id: string; readonly color?: string }>> = {
  applied: { id: 'pass', color: 'ordinance.passedForeground' },
  'not-applied': { id: 'circle-slash', color: 'disabledForeground' },
  'foreign-change': { id: 'warning', color: 'ordinance.warningForeground' },
  unknown: { id: 'question', color: 'ordinance.warningForeground' },
  open: { id: 'sync' },
};

/** The icon warns that the record was not written on this computer, so its content is unproven. */
const foreignIcon = { id: 'unverified', color: 'ordinance.warningForeground' };

/**
 * The row shows the result, the purpose and the changes of a push, because the end may be cut off. The icon alone shows
 * that the push was applied.
 */
export function describePush(record: PushRecord, facts: PushFacts): RowDescription {
  const verdict = verdictWords(record.verdict);
  const purpose = restoringWords(record, facts.restored);
  const details = [
    // The warning about an unproven record comes first, because the end of the row may be cut off.
    record.foreign ? l10n.t('not written on this computer') : undefined,
    purpose,
    record.counts && plannedCounts(record.counts),
    record.corrected === undefined ? undefined : l10n.t('applied late'),
    record.lost?.length ? l10n.t('override') : undefined,
    facts.when,
    facts.showConsole ? facts.console : undefined,
    record.author,
  ].filter((part) => part !== undefined);
  // A later version may have recorded a policy that this version does not know.
  const isComparable =
    record.snapshot !== undefined && policyKinds.some(({ name }) => name === record.policy);
  const isSaidByIcon = record.verdict === 'applied' && !record.foreign && purpose !== undefined;
  return {
    label: shortPolicy(record.policy),
    description: [...(isSaidByIcon ? [] : [verdict]), ...details].join(' · '),
    icon: record.foreign ? foreignIcon : icons[record.verdict ?? 'open'],
    capabilities: [
      'push',
      ...(isComparable ? ['canCompare'] : []),
      ...(isComparable && facts.online ? ['canRestore'] : []),
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

/** The form `vuln/images` is short enough for a row with more text. */
function shortPolicy(policy: PolicyName): string {
  const kind = policyKind(policy);
  return kind ? `${familyTable[kind.family].short}/${kind.target}` : policy;
}

/** The words describe a push of an earlier state. `of` is the time of the push that it undoes, redoes or restores. */
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

/**
 * The push is the one that another push undid, redid or restored. It is the last earlier push of the same policy that
 * found or left the restored state. The result is undefined when no such push is known.
 */
export function restoredPush(record: PushRecord, all: readonly PushRecord[]): PushRecord | undefined {
  const { console, policy, at, restores, restoring = 'restore' } = record;
  if (restores === undefined) {
    return undefined;
  }
  const earlier = all
    .filter((push) => push.console === console && push.policy === policy && push.at < at)
    .toSorted((a, b) => (a.at < b.at ? 1 : -1));
  const met = earlier.find(({ snapshot }) => snapshot === restores);
  switch (restoring) {
    case 'undo':
      return met;
    case 'redo':
      // A redo applies the push again that the undo took back.
      return met && restoredPush(met, earlier);
    case 'restore':
    default:
      return earlier.find(({ after }) => after === restores) ?? met;
  }
}

/**
 * The entries of several consoles are sorted, the newest first. The order of each journal has priority over the times.
 * An entry with an earlier time than the one before was made after the clock was set back.
 */
export function newestFirst<T extends { readonly record: { readonly at: string } }>(
  consoles: readonly (readonly T[])[],
): T[] {
  const dated = consoles.flatMap((entries) => {
    let latest = '';
    return entries.map((entry, place) => {
      latest = entry.record.at > latest ? entry.record.at : latest;
      return { entry, latest, place };
    });
  });
  dated.sort((a, b) => (a.latest === b.latest ? b.place - a.place : a.latest < b.latest ? 1 : -1));
  return dated.map(({ entry }) => entry);
}

/** A past push as a plan document. The values come from the snapshots, because the journal has none. */
export function pastPlan(
  record: PushRecord,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): string {
  const kind = policyKind(record.policy);
  const ref = { console: record.console, policy: record.policy };
  const steps =
    kind && before && after && record.verdict === 'applied'
      ? diffPolicies(kind, before, after).steps
      : undefined;
  const blocks = steps
    ? ruleBlocks({ ref, steps, live: before ?? new Map(), next: after ?? new Map() }).map(
        ({ lines }) => lines,
      )
    : [record.steps ?? ['The planned steps cannot be read from this record.']];
  const header = [
    `${whatWas(record)} ${record.policy} ${record.restores === undefined ? 'to' : 'on'} ${record.console}: ${steps ? reviewCounts(steps) : record.counts ? plannedCounts(record.counts) : 'unknown changes'}`,
    `When: ${momentWords(new Date(record.at))}`,
    ...recordFacts(record, 'events', ['policy', 'console', 'at', 'counts', 'restoring']).map(line),
    ...(steps || !record.steps ? [] : ['Only names and places were kept of these steps.']),
  ];
  const facts = record.facts?.length ? [['Known before the push:', ...record.facts]] : [];
  const details = ['Details', ...recordFacts(record, 'details').map((fact) => `    ${line(fact)}`)];
  return `${[header, ...facts, ...blocks, details]
    .map((lines) => lines.map(visibleLine).join('\n'))
    .join('\n\n')}\n`;
}

function whatWas({ restores, restoring = 'restore' }: PushRecord): string {
  const words = { undo: 'Undid a push of', redo: 'Redid a push of', restore: 'Restored' };
  return restores === undefined ? 'Pushed' : words[restoring];
}

function line([title, value]: readonly [string, string]): string {
  return `${title}: ${value.replaceAll(/\s+/g, ' ')}`;
}
