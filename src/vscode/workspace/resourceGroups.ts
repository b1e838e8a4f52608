import { l10n } from '../../core/util/l10n.ts';
import { policyKinds, type PolicyName } from '../../core/policy/families.ts';
import type { PolicyStatus } from '../../core/sync/outcomes.ts';
import type { PolicyState } from '../../core/sync/policyState.ts';
import { fileState, isProblem, stateLooks, statesOf, stateWords, statusWords } from './shownState.ts';

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
