import { l10n } from '../../core/util/l10n.ts';
import { policyKinds, type PolicyName } from '../../core/policy/families.ts';
import type { PolicyStatus } from '../../core/sync/outcomes.ts';
import {
  fileState,
  isFileBeingChecked,
  isProblem,
  stateCounts,
  stateLooks,
  stateWords,
  statesOf,
  statusWords,
  type KnownStatus,
  type ShownState,
  type StateCount,
} from './shownState.ts';

export const groupIds = ['conflicts', 'edits', 'drift'] as const;
export type GroupId = (typeof groupIds)[number];

/** A policy in a group of the source control view. */
export interface Resource {
  readonly policy: PolicyName;
  readonly tooltip: string;
  /** The icon of a problem that prevents the push. */
  readonly icon?: string;
  /** The file was edited since, so the group is that of the earlier state. */
  readonly isBeingChecked?: boolean;
}

export type ResourceGroups = Readonly<Record<GroupId, readonly Resource[]>>;

/** The policies of a console that need attention, in the order of the tree. */
export function resourceGroups(statusOf: (policy: PolicyName) => KnownStatus | undefined): ResourceGroups {
  const groups: Record<GroupId, Resource[]> = { conflicts: [], edits: [], drift: [] };
  for (const { name: policy } of policyKinds) {
    const status = statusOf(policy);
    const group = groupOf(status);
    if (status && group) {
      groups[group].push({ policy, ...lookOf(policy, status) });
    }
  }
  return groups;
}

function groupOf(status: PolicyStatus | undefined): GroupId | undefined {
  return status && stateLooks[fileState(status)].group;
}

function lookOf(policy: PolicyName, status: KnownStatus): Omit<Resource, 'policy'> {
  if (isFileBeingChecked(status)) {
    return { tooltip: `${policy} · ${l10n.t('being checked')}`, isBeingChecked: true };
  }
  const words = [
    ...new Set([stateWords(fileState(status)), ...statusWords(status)]),
    status.reason,
    status.problems?.[0],
  ].filter((part) => part !== undefined);
  const problem = statesOf(status).findLast(isProblem);
  return {
    tooltip: `${policy} · ${words.join(' · ')}`,
    ...(problem && { icon: stateLooks[problem].icon }),
  };
}

export function groupTitle(group: GroupId): string {
  const titles: Readonly<Record<GroupId, string>> = {
    conflicts: l10n.t('To Merge'),
    edits: l10n.t('Local Edits'),
    drift: l10n.t('Changed on the Console'),
  };
  return titles[group];
}

export interface StateSums {
  readonly counts: Readonly<Record<StateCount, number>>;
  readonly words: readonly string[];
}

/** The policies that source control lists, each counted once. */
export function attentionOf(statuses: readonly (PolicyStatus | undefined)[]): StateSums {
  return sumsOf(statuses.map(groupOf));
}

/** Counts the policies that need attention, each once. */
export function stateSums(states: readonly ShownState[]): StateSums {
  return sumsOf(states.map((state) => stateLooks[state].countsAs));
}

function sumsOf(kinds: readonly (StateCount | undefined)[]): StateSums {
  const counts: Record<StateCount, number> = { edits: 0, drift: 0, conflicts: 0, gone: 0, problems: 0 };
  for (const kind of kinds) {
    if (kind) {
      counts[kind]++;
    }
  }
  return { counts, words: stateCounts.flatMap((id) => sumWords(id, counts[id])) };
}

/** The number of policies in words; empty for none. */
function sumWords(what: StateCount, count: number): string[] {
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
