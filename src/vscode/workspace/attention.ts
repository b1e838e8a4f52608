import type { L10n } from '../platform/l10n.ts';
import type { PolicyName } from '../../core/policy/families.ts';
import type { PolicyStatus } from '../../core/sync/outcomes.ts';
import { isProblem, type ShownState } from './shownState.ts';
import { groupIds, resourceGroups, type GroupId } from './resourceGroups.ts';

export interface Attention {
  /** Policies that want something, each once. */
  readonly count: number;
  /** Of which kinds, in words. */
  readonly words: string;
}

/** What the badges of the Policies view and of source control count: the same, by the same groups. */
export function attentionOf(
  statuses: readonly ((policy: PolicyName) => PolicyStatus | undefined)[],
  l10n: L10n,
): Attention {
  const counts: Record<GroupId, number> = { conflicts: 0, edits: 0, drift: 0 };
  for (const statusOf of statuses) {
    const groups = resourceGroups(statusOf, l10n);
    for (const id of groupIds) {
      counts[id] += groups[id].length;
    }
  }
  const { conflicts, edits, drift } = counts;
  return {
    count: conflicts + edits + drift,
    words: groupIds.flatMap((id) => sumWords(id, counts[id], l10n)).join(', '),
  };
}

/** Only what wants attention, each policy once: nothing is said of policies that are as they should be. */
export function stateSums(
  states: readonly ShownState[],
  l10n: L10n,
): {
  readonly counts: Readonly<Record<GroupId | 'gone' | 'problems', number>>;
  readonly words: readonly string[];
} {
  const count = (wanted: ShownState): number => states.filter((state) => state === wanted).length;
  const counts = {
    edits: count('edited'),
    drift: count('live-changed'),
    conflicts: count('conflict'),
    gone: count('file-gone'),
    problems: states.filter(isProblem).length,
  };
  const words = [
    ...sumWords('edits', counts.edits, l10n),
    ...sumWords('drift', counts.drift, l10n),
    ...sumWords('conflicts', counts.conflicts, l10n),
    ...(counts.gone > 0 ? [l10n.t('{0} without its file', counts.gone)] : []),
    ...(counts.problems > 0 ? [l10n.t('{0} with a problem', counts.problems)] : []),
  ];
  return { counts, words };
}

/** How many policies are in a group, in words; none for no policy. */
export function sumWords(group: GroupId, count: number, l10n: L10n): string[] {
  if (count === 0) {
    return [];
  }
  switch (group) {
    case 'conflicts':
      return [l10n.t('{0} to merge', count)];
    case 'edits':
      return [l10n.t('{0} edited', count)];
    case 'drift':
      return [l10n.t('{0} changed live', count)];
  }
}
