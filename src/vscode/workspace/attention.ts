import { l10n } from '../../core/util/l10n.ts';
import type { PolicyName } from '../../core/policy/families.ts';
import type { PolicyStatus } from '../../core/sync/outcomes.ts';
import { stateCounts, stateLooks, type ShownState, type StateCount } from './shownState.ts';
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
): Attention {
  const counts: Record<GroupId, number> = { conflicts: 0, edits: 0, drift: 0 };
  for (const statusOf of statuses) {
    const groups = resourceGroups(statusOf);
    for (const id of groupIds) {
      counts[id] += groups[id].length;
    }
  }
  const { conflicts, edits, drift } = counts;
  return {
    count: conflicts + edits + drift,
    words: groupIds.flatMap((id) => sumWords(id, counts[id])).join(', '),
  };
}

/** Only what wants attention, each policy once: nothing is said of policies that are as they should be. */
export function stateSums(states: readonly ShownState[]): {
  readonly counts: Readonly<Record<StateCount, number>>;
  readonly words: readonly string[];
} {
  const counts: Record<StateCount, number> = { edits: 0, drift: 0, conflicts: 0, gone: 0, problems: 0 };
  for (const { countsAs } of states.map((state) => stateLooks[state])) {
    if (countsAs) {
      counts[countsAs]++;
    }
  }
  return { counts, words: stateCounts.flatMap((id) => sumWords(id, counts[id])) };
}

/** How many policies there are, in words; none for no policy. */
export function sumWords(what: StateCount, count: number): string[] {
  if (count === 0) {
    return [];
  }
  switch (what) {
    case 'conflicts':
      return [l10n.t('{0} to merge', count)];
    case 'edits':
      return [l10n.t('{0} edited', count)];
    case 'drift':
      return [l10n.t('{0} changed on the console', count)];
    case 'gone':
      return [l10n.t('{0} without its file', count)];
    case 'problems':
      return [l10n.t('{0} with a problem', count)];
  }
}
