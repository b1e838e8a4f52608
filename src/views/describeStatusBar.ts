import type { l10n } from 'vscode';
import type { PolicyName } from '../model/families.ts';
import type { CommandId } from '../platform/commandIds.ts';
import type { PolicyState, PolicyStatus } from '../sync/outcomes.ts';
import type { ConsoleAccess } from '../workspace/consoleRegistry.ts';
import { stateWords } from './describePolicy.ts';

/** Handed in, so that this file runs without the editor. */
type L10n = Pick<typeof l10n, 't'>;

export interface FocusedPolicy {
  readonly console: string;
  readonly policy: PolicyName;
  readonly access: ConsoleAccess;
  readonly status: PolicyStatus | undefined;
}

export interface StatusBarDescription {
  /** With one product icon. */
  readonly text: string;
  readonly tooltip: string;
  readonly accessibilityLabel: string;
  /** The obvious next step. */
  readonly command: CommandId | 'workbench.actions.view.problems' | 'workbench.trust.manage';
}

type Step = 'pull' | 'preview' | 'refresh' | 'retry' | 'problems';

const steps: Readonly<Record<PolicyState, readonly [icon: string, step: Step]>> = {
  'not-pulled': ['circle-outline', 'pull'],
  'in-sync': ['pass', 'refresh'],
  edited: ['edit', 'preview'],
  'live-changed': ['cloud-download', 'pull'],
  conflict: ['git-pull-request-closed', 'preview'],
  unknown: ['question', 'refresh'],
  invalid: ['warning', 'problems'],
  failed: ['error', 'retry'],
};

const commands: Readonly<Record<Step, StatusBarDescription['command']>> = {
  pull: 'ordinance.policy.pull',
  preview: 'ordinance.policy.previewPush',
  refresh: 'ordinance.policies.refresh',
  retry: 'ordinance.policy.retry',
  problems: 'workbench.actions.view.problems',
};

/** The status bar item while a policy file has the focus. */
export function describeStatusBar(focused: FocusedPolicy, l10n: L10n): StatusBarDescription {
  const { console, policy, access, status } = focused;
  const [icon, step] = status ? steps[status.state] : (['loading~spin', 'refresh'] as const);
  const state = status ? stateWords(status.state, l10n) : l10n.t('being read');
  const words: Readonly<Record<Step, string>> = {
    pull: l10n.t('Click to pull.'),
    preview: l10n.t('Click to preview the push.'),
    refresh: l10n.t('Click to read live again.'),
    retry: l10n.t('Click to try again.'),
    problems: l10n.t('Click to see the problems.'),
  };
  const base = { accessibilityLabel: l10n.t('Console {0}, policy {1}: {2}', console, policy, state) };
  if (access === 'signed-out') {
    return {
      ...base,
      text: `$(debug-disconnect) ${l10n.t('{0}: signed out', console)}`,
      tooltip: `${policy} · ${state}\n${l10n.t('Click to sign in.')}`,
      command: 'ordinance.console.signIn',
    };
  }
  if (access === 'untrusted') {
    return {
      ...base,
      text: `$(${icon}) ${console}: ${state}`,
      tooltip: l10n.t('The workspace is not trusted: nothing is sent or read. Click to manage trust.'),
      command: 'workbench.trust.manage',
    };
  }
  const reason = status?.reason === undefined ? '' : `\n${status.reason}`;
  return {
    ...base,
    text: `$(${icon}) ${console}: ${state}`,
    tooltip: `${policy} · ${state}${reason}\n${words[step]}`,
    command: commands[step],
  };
}
