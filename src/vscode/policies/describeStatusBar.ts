import { l10n } from '../../core/util/l10n.ts';
import type { PolicyName } from '../../core/policy/families.ts';
import type { CommandId } from '../platform/commandIds.ts';
import type { StatusBarText } from '../platform/statusBarEntry.ts';
import { stateSums } from '../workspace/policyGroups.ts';
import type { ConsoleAccess } from '../workspace/consoleHandle.ts';
import {
  isFileBeingChecked,
  shownState,
  stateLooks,
  statesOf,
  statusWords,
  type KnownStatus,
  type ShownState,
  type StateLook,
} from '../workspace/shownState.ts';

export interface FocusedPolicy {
  readonly console: string;
  readonly policy: PolicyName;
  readonly access: ConsoleAccess;
  readonly status: KnownStatus | undefined;
  /** States of all policies of the console. */
  readonly states: readonly ShownState[];
  /** The present, unless a test says otherwise. */
  readonly now?: Date;
}

/** A console whose folder has the focus, while no policy file has. */
export type FocusedConsole = Omit<FocusedPolicy, 'policy' | 'status'>;

export interface StatusBarDescription extends Omit<StatusBarText, 'arguments' | 'isWarning'> {
  /** The obvious next step. */
  readonly command:
    | CommandId
    | 'ordinance.policies.focus'
    | 'workbench.actions.view.problems'
    | 'workbench.trust.manage'
    | 'workbench.view.scm';
}

type Step = StateLook['step'];

const commands: Readonly<Record<Step, StatusBarDescription['command']>> = {
  pull: 'ordinance.policy.pull',
  preview: 'ordinance.policy.push',
  merge: 'ordinance.policy.merge',
  refresh: 'ordinance.policies.refresh',
  retry: 'ordinance.policy.retry',
  problems: 'workbench.actions.view.problems',
};

/** The status bar item while a policy file has the focus. */
export function describeStatusBar(focused: FocusedPolicy): StatusBarDescription {
  const { console, policy, access, status } = focused;
  const isOfFile = status !== undefined && isFileBeingChecked(status);
  const look = status && stateLooks[shownState(status)];
  const step = look?.step ?? 'refresh';
  const icon = isOfFile ? 'loading~spin' : (look?.icon ?? 'loading~spin');
  const state = !status
    ? l10n.t('being read')
    : isOfFile
      ? l10n.t('being checked')
      : statusWords(status, focused.now).join(', ');
  const words: Readonly<Record<Step, string>> = {
    pull: l10n.t('Click to pull.'),
    preview: l10n.t('Click to preview the push.'),
    merge: l10n.t('Click to merge with the live policy.'),
    refresh: l10n.t('Click to read the live policy again.'),
    retry: l10n.t('Click to try again.'),
    problems: l10n.t('Click to see the problems.'),
  };
  const base = { accessibilityLabel: l10n.t('Console {0}, policy {1}: {2}', console, policy, state) };
  if (access === 'signed-out') {
    return {
      ...base,
      icon: 'debug-disconnect',
      text: l10n.t('{0}: signed out', console),
      tooltip: `${policy} · ${state}\n${l10n.t('Click to sign in.')}`,
      command: 'ordinance.console.signIn',
    };
  }
  if (access === 'flawed') {
    return {
      ...base,
      icon: 'error',
      text: l10n.t('{0}: error in ordinance.yaml', console),
      tooltip: `${policy} · ${state}\n${l10n.t('Click to open ordinance.yaml at the error.')}`,
      command: 'ordinance.console.openFile',
    };
  }
  if (access === 'untrusted') {
    return {
      ...base,
      icon,
      text: `${console}: ${state}`,
      tooltip: l10n.t(
        'The workspace is not trusted, so Ordinance sends and reads nothing. Click to manage trust.',
      ),
      command: 'workbench.trust.manage',
    };
  }
  const reason = (
    isOfFile ? [] : [status?.reason, ...(status?.isBeingChecked ? [] : (status?.problems ?? [])).slice(0, 3)]
  )
    .map((line) => (line === undefined ? '' : `\n${line}`))
    .join('');
  const others = stateSums(without(focused.states, status ? statesOf(status) : []));
  const sums = others.words;
  const more = sums.length === 0 ? [] : [l10n.t('others: {0}', sums.join(', '))];
  return {
    accessibilityLabel: [base.accessibilityLabel, ...more].join(', '),
    icon,
    text: [
      `${console}: ${state}`,
      ...(sums.length === 0 ? [] : [l10n.t('others: {0}', shortly(others))]),
    ].join(' · '),
    tooltip: [
      `${policy} · ${state}${reason}`,
      ...more.map((line) => `${console}, ${line}`),
      words[step],
    ].join('\n'),
    command: commands[step],
  };
}

/** The states of the other policies: what is said of this one is not counted again. */
function without(states: readonly ShownState[], own: readonly ShownState[]): readonly ShownState[] {
  return own.reduce<readonly ShownState[]>((left, state) => {
    const at = left.indexOf(state);
    return left.filter((_, index) => index !== at);
  }, states);
}

/** The item while something else than a policy file has the focus: the sums of a console, if there is anything to do. */
export function describeConsoleStatus({
  console,
  access,
  states,
}: FocusedConsole): StatusBarDescription | undefined {
  const sums = stateSums(states);
  const { counts, words } = sums;
  if (words.length === 0 || access !== 'ready') {
    return undefined;
  }
  const [icon, command, step] =
    counts.conflicts > 0
      ? (['git-pull-request-closed', 'workbench.view.scm', l10n.t('Click to see the merge.')] as const)
      : counts.edits > 0
        ? ([
            'edit',
            'ordinance.policies.pushEdited',
            l10n.t('Click to plan a push of all edited policies.'),
          ] as const)
        : counts.problems > 0
          ? (['warning', 'ordinance.policies.focus', l10n.t('Click to see the policy.')] as const)
          : counts.drift > 0
            ? (['cloud-download', 'workbench.view.scm', l10n.t('Click to see the changes.')] as const)
            : (['trash', 'ordinance.policies.focus', l10n.t('Click to see the policy.')] as const);
  return {
    icon,
    text: `${console} ${shortly(sums)}`,
    tooltip: `${console}: ${words.join(', ')}\n${step}`,
    accessibilityLabel: [l10n.t('Console {0}', console), ...words].join(', '),
    command,
  };
}

/** The short form of file decorations, `2↑ 1↓ 1↕ 1− 1!`, without missing files. */
function shortly({ counts }: ReturnType<typeof stateSums>): string {
  const { edits, drift, conflicts, gone, problems } = counts;
  return [
    [edits, '↑'],
    [drift, '↓'],
    [conflicts, '↕'],
    [gone, '−'],
    [problems, '!'],
  ]
    .filter(([count]) => count !== 0)
    .map((part) => part.join(''))
    .join(' ');
}
