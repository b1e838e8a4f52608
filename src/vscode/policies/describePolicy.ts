import type { L10n } from '../platform/l10n.ts';
import type { PolicyStatus, PolicyState } from '../../core/sync/outcomes.ts';
import type { ConsoleAccess } from '../workspace/consoleRegistry.ts';
import { fileState } from '../workspace/fileState.ts';
import { shownState, stateWords, statusWords, type ShownState } from '../workspace/shownState.ts';
import type { PolicyNode } from './treeNode.ts';
import type { RowDescription, RowTone } from '../platform/rowDescription.ts';

export interface PolicyFacts {
  /** Undefined until it is known. */
  readonly status: PolicyStatus | undefined;
  readonly access: ConsoleAccess;
  /** The present, unless a test says otherwise. */
  readonly now?: Date;
}

interface Look {
  readonly icon: string;
  readonly color?: string;
  readonly tone?: RowTone;
}

const looks: Readonly<Record<ShownState, Look>> = {
  'not-pulled': { icon: 'circle-outline', color: 'disabledForeground', tone: 'dimmed' },
  'in-sync': { icon: 'pass', color: 'testing.iconPassed' },
  unread: { icon: 'history', color: 'disabledForeground' },
  problems: { icon: 'warning', color: 'list.errorForeground', tone: 'failed' },
  edited: { icon: 'edit', color: 'gitDecoration.modifiedResourceForeground', tone: 'edited' },
  'live-changed': { icon: 'cloud-download', color: 'charts.blue', tone: 'live-changed' },
  conflict: {
    icon: 'git-pull-request-closed',
    color: 'gitDecoration.conflictingResourceForeground',
    tone: 'conflict',
  },
  unknown: { icon: 'question', color: 'list.warningForeground' },
  invalid: { icon: 'warning', color: 'list.errorForeground', tone: 'failed' },
  failed: { icon: 'error', color: 'list.errorForeground', tone: 'failed' },
};

/** States in which there is a file. */
const withFile: ReadonlySet<PolicyState> = new Set([
  'in-sync',
  'edited',
  'live-changed',
  'conflict',
  'invalid',
  'unknown',
  'failed',
]);
/** States in which the file holds what only it holds. */
const edits: ReadonlySet<PolicyState> = new Set(['edited', 'conflict']);
/** States in which the reason is worth the space of the row. */
const withReason: ReadonlySet<PolicyState> = new Set(['unknown', 'failed', 'invalid']);

export function describePolicy(node: PolicyNode, facts: PolicyFacts, l10n: L10n): RowDescription {
  const { status, access } = facts;
  const { title } = node.policy;
  if (!status) {
    return {
      label: title,
      icon: { id: 'loading~spin' },
      capabilities: ['policy'],
      accessibilityLabel: l10n.t('{0}, being read', title),
      collapsible: 'none',
    };
  }
  const absent = absentWords(status, l10n);
  const look = absent === undefined ? looks[shownState(status)] : absentLook;
  const file = fileState(status);
  const alsoFile = absent === undefined && edits.has(file) && file !== status.state;
  const states =
    absent !== undefined
      ? [absent]
      : status.state === 'not-pulled' && access === 'signed-out'
        ? [l10n.t('signed out')]
        : statusWords(status, l10n, facts.now);
  const reason =
    absent !== undefined
      ? undefined
      : withReason.has(status.state)
        ? status.reason
        : shownState(status) === 'problems'
          ? status.problems?.[0]
          : undefined;
  const words = [alsoFile ? stateWords(file, l10n) : undefined, ...states, reason].filter(
    (part) => part !== undefined,
  );
  return {
    label: title,
    description: words.join(' · '),
    icon: look.color ? { id: look.icon, color: look.color } : { id: look.icon },
    capabilities: capabilitiesOf(node, status, access),
    accessibilityLabel: [title, ...words].join(', '),
    collapsible: withFile.has(file) ? 'collapsed' : 'none',
    ...(look.tone ? { tone: look.tone } : {}),
  };
}

const absentLook: Look = { icon: 'circle-slash', color: 'disabledForeground', tone: 'dimmed' };

/** A route a console does not have, or a role does not reach, is how things are, and no failure. */
function absentWords({ state, code }: PolicyStatus, l10n: L10n): string | undefined {
  if (state !== 'failed') {
    return undefined;
  }
  if (code === 'not-found') {
    return l10n.t('not on this console');
  }
  return code === 'forbidden' ? l10n.t('not permitted to this access key') : undefined;
}

function capabilitiesOf({ policy }: PolicyNode, status: PolicyStatus, access: ConsoleAccess): string[] {
  const { state } = status;
  const file = fileState(status);
  const online = access === 'ready';
  return [
    'policy',
    state,
    ...(withFile.has(file) ? ['canOpen'] : []),
    ...(online ? ['canPull', 'canOpenLive'] : []),
    ...(online && withFile.has(file) ? ['canPush'] : []),
    ...(online && file === 'conflict' ? ['canMerge'] : []),
    ...(edits.has(file) ? ['canDiscard'] : []),
    ...(withFile.has(file) && policy.shape !== 'cnns' ? ['canAddRule'] : []),
    ...(online && policy.extra.includes('state') ? ['canShowAgentless'] : []),
    ...(online && (state === 'failed' || state === 'unknown') ? ['canRetry'] : []),
  ];
}
