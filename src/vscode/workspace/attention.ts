import type { L10n } from '../platform/l10n.ts';
import type { PolicyName } from '../../core/policy/families.ts';
import type { PolicyStatus } from '../../core/sync/outcomes.ts';
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

/** How many policies are in a group, in words; none for no policy. */
export function sumWords(group: GroupId, count: number, l10n: L10n): string[] {
  if (count === 0) {
    return [];
  }
  switch (group) {
    case 'conflicts':
      return [count === 1 ? l10n.t('1 conflict') : l10n.t('{0} conflicts', count)];
    case 'edits':
      return [l10n.t('{0} edited', count)];
    case 'drift':
      return [l10n.t('{0} changed live', count)];
  }
}
