import { l10n } from '../../core/util/l10n.ts';
import { policyKinds, type PolicyName } from '../../core/policy/families.ts';
import type { PolicyStatus } from '../../core/sync/outcomes.ts';
import type { PolicyState } from '../../core/sync/policyState.ts';
import {
  fileState,
  isProblem,
  stateCounts,
  stateLooks,
  stateWords,
  statesOf,
  statusWords,
  type ShownState,
  type StateCount,
} from './shownState.ts';

export const groupIds = ['conflicts', 'edits', 'drift'] as const;
export type GroupId = (typeof groupIds)[number];

/** A policy in a group of the source control view. */
export interface Resource {
  readonly policy: PolicyName;
  readonly state: PolicyState;
  readonly tooltip: string;
  /** The icon of what keeps it from being pushed, beside being listed where it is. */
  readonly icon?: string;
  /** Its file was changed since: where it is listed is where it was. */
  readonly isBeingChecked?: true;
}

export type ResourceGroups = Readonly<Record<GroupId, readonly Resource[]>>;

/** The policies of a console that want attention, in the order of the tree. */
export function resourceGroups(
  statusOf: (policy: PolicyName) => PolicyStatus | undefined,
  isBeingChecked: (policy: PolicyName) => boolean = () => false,
): ResourceGroups {
  const groups: Record<GroupId, Resource[]> = { conflicts: [], edits: [], drift: [] };
  for (const { name } of policyKinds) {
    const status = statusOf(name);
    const state = status && fileState(status);
    const group = state && stateLooks[state].group;
    if (group) {
      if (isBeingChecked(name) && status.state !== 'failed') {
        const tooltip = `${name} · ${l10n.t('being checked')}`;
        groups[group].push({ policy: name, state, tooltip, isBeingChecked: true });
        continue;
      }
      const words = [
        ...new Set([stateWords(state), ...statusWords(status)]),
        status.reason,
        status.problems?.[0],
      ].filter((part) => part !== undefined);
      const problem = statesOf(status).findLast(isProblem);
      groups[group].push({
        policy: name,
        state,
        tooltip: `${name} · ${words.join(' · ')}`,
        ...(problem && { icon: stateLooks[problem].icon }),
      });
    }
  }
  return groups;
}

export function groupTitle(group: GroupId): string {
  const titles: Readonly<Record<GroupId, string>> = {
    conflicts: l10n.t('To Merge'),
    edits: l10n.t('Local Edits'),
    drift: l10n.t('Changed on the Console'),
  };
  return titles[group];
}

export interface Attention {
  /** Policies that want something, each once. */
  readonly count: number;
  /** The number of each kind, in words. */
  readonly words: string;
}

/** Counts the policies for the badges of the Policies view and of source control. */
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
      return [l10n.t('{0} with missing file', count)];
    case 'problems':
      return [l10n.t('{0} with a problem', count)];
  }
}
