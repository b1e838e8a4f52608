import { l10n } from '../../core/util/l10n.ts';
import { policyKinds, type PolicyName } from '../../core/policy/families.ts';
import {
  attentionGroup,
  fileState,
  isProblem,
  shownState,
  stateLooks,
  stateWords,
  statesOf,
  statusWords,
  type AttentionGroup,
  type KnownStatus,
} from '../workspace/shownState.ts';

export const groupIds = ['conflicts', 'edits', 'drift'] as const satisfies readonly AttentionGroup[];

/** A policy in a group of the source control view. */
export interface Resource {
  readonly policy: PolicyName;
  readonly tooltip: string;
  /** The icon of a problem that prevents the push. */
  readonly icon?: string;
  /** The file was edited since, so the group is that of the earlier state. */
  readonly isBeingChecked?: boolean;
}

/** The policies of a console that need attention, in the order of the tree. */
export function resourceGroups(
  statusOf: (policy: PolicyName) => KnownStatus | undefined,
): Readonly<Record<AttentionGroup, readonly Resource[]>> {
  const groups: Record<AttentionGroup, Resource[]> = { conflicts: [], edits: [], drift: [] };
  for (const { name: policy } of policyKinds) {
    const status = statusOf(policy);
    const group = attentionGroup(status);
    if (status && group) {
      groups[group].push({ policy, ...lookOf(policy, status) });
    }
  }
  return groups;
}

function lookOf(policy: PolicyName, status: KnownStatus): Omit<Resource, 'policy'> {
  if (shownState(status) === 'checking') {
    return { tooltip: `${policy} · ${stateWords('checking')}`, isBeingChecked: true };
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

export function groupTitle(group: AttentionGroup): string {
  const titles: Readonly<Record<AttentionGroup, string>> = {
    conflicts: l10n.t('To Merge'),
    edits: l10n.t('Local Edits'),
    drift: l10n.t('Changed on the Console'),
  };
  return titles[group];
}
