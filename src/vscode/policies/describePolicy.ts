import { l10n } from '../../core/util/l10n.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import type { PolicyStatus } from '../../core/sync/policyStatus.ts';
import { policyStates } from '../../core/sync/policyStatus.ts';
import type { ConsoleAccess } from '../workspace/consoleHandle.ts';
import {
  fileState,
  type KnownStatus,
  shownState,
  type StateLook,
  stateLooks,
  stateWords,
  statusWords,
} from '../workspace/shownState.ts';
import type { RowDescription } from '../platform/treeView.ts';

interface PolicyFacts {
  /** Undefined until the first read. */
  readonly status: KnownStatus | undefined;
  readonly access: ConsoleAccess;
  /** True when "Undo Last Push" undoes a push of the policy. */
  readonly canUndo?: boolean;
  /** The present, unless a test says otherwise. */
  readonly now?: Date;
}

export function describePolicy(policy: PolicyKind, facts: PolicyFacts): RowDescription {
  const { status, access } = facts;
  const { title } = policy;
  if (!status) {
    return {
      label: title,
      icon: { id: 'loading~spin' },
      capabilities: ['policy'],
      accessibilityLabel: l10n.t('{0}, being read', title),
      collapsible: 'none',
    };
  }
  const absent = absentWords(status);
  const file = fileState(status);
  const shown = shownState(status);
  const look = absent === undefined ? stateLooks[shown] : absentLook;
  const alsoFile = absent === undefined && policyStates[file].hasEdits && file !== status.state;
  const states =
    absent !== undefined
      ? [absent]
      : status.state === 'not-pulled' && access === 'signed-out'
        ? [l10n.t('signed out')]
        : statusWords(status, facts.now);
  const reason =
    absent !== undefined || shown === 'checking'
      ? undefined
      : policyStates[status.state].hasReason
        ? status.reason
        : shown === 'problems'
          ? status.problems?.[0]
          : undefined;
  const words = [
    alsoFile ? stateWords(status.isBeingChecked ? 'checking' : file) : undefined,
    ...states,
    reason,
  ].filter((part) => part !== undefined);
  return {
    label: title,
    description: words.join(' · '),
    icon: { id: look.icon, ...(look.color === undefined ? {} : { color: look.color }) },
    capabilities: capabilitiesOf(policy, status, facts),
    accessibilityLabel: [title, ...words].join(', '),
    collapsible: policyStates[file].hasFile ? 'collapsed' : 'none',
    ...(look.tone ? { tone: look.tone } : {}),
  };
}

const absentLook: Pick<StateLook, 'icon' | 'color' | 'tone'> = {
  icon: 'circle-slash',
  color: 'disabledForeground',
  tone: 'dimmed',
};

/** A console without the policy, or a role without permission, is no failure. */
function absentWords({ state, code }: PolicyStatus): string | undefined {
  if (state !== 'failed') {
    return undefined;
  }
  if (code === 'not-found') {
    return l10n.t('not on this console');
  }
  return code === 'forbidden' ? l10n.t('not permitted to this access key') : undefined;
}

function capabilitiesOf(
  policy: PolicyKind,
  status: PolicyStatus,
  { access, canUndo = false }: PolicyFacts,
): string[] {
  const { state } = status;
  const file = fileState(status);
  const online = access === 'ready';
  return [
    'policy',
    state,
    ...(policyStates[file].hasFile ? ['canOpen'] : []),
    ...(online ? ['canPull', 'canOpenLive'] : []),
    ...(online && policyStates[file].hasFile ? ['canPush'] : []),
    ...(online && canUndo ? ['canUndo'] : []),
    ...(online && policyStates[file].hasEdits && policy.extra.includes('impacted') ? ['canCount'] : []),
    ...(online && policyStates[file].canMerge ? ['canMerge'] : []),
    ...(policyStates[file].hasEdits ? ['canDiscard'] : []),
    ...(policyStates[file].canForget ? ['canForget'] : []),
    ...(policyStates[file].hasFile && !policy.isNetwork ? ['canAddRule'] : []),
    ...(online && policy.extra.includes('state') ? ['canShowAgentless'] : []),
    ...(online && policyStates[state].canRetry ? ['canRetry'] : []),
  ];
}
