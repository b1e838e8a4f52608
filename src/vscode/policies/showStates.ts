import { policyKinds, type PolicyName } from '../../core/policy/families.ts';
import { spellingOf } from '../../core/policy/policyFile.ts';
import { policyStates, type StateCount } from '../../core/sync/policyStatus.ts';
import { fileDecoration } from '../platform/sourceControl.ts';
import {
  fileState,
  hasProblems,
  mayHaveEdits,
  shownStates,
  shownState,
  stateLooks,
  statusWords,
  type KnownStatus,
  type ShownState,
  type StateLook,
  stateSums,
} from '../workspace/shownState.ts';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import type { FeatureServices } from '../featureServices.ts';
import { StatusBarEntry, type StatusBarText } from '../platform/statusBarEntry.ts';
import { policyShownAt } from '../targets/targets.ts';
import type { Target } from '../workspace/target.ts';
import { l10n } from '../../core/util/l10n.ts';
import type { CommandId } from '../platform/commandIds.ts';
import type { ConsoleAccess } from '../workspace/consoleHandle.ts';

/** Shows one item: the state of the focused policy, or the next step for a console of the focused folder. */
export function showStatusBar({
  consoles,
  models,
  targets,
}: Pick<FeatureServices, 'consoles' | 'models' | 'targets'>): Disposable {
  const item = new StatusBarEntry('ordinance.policy', l10n.t('Ordinance: Policy'), 10);
  const update = (): void => {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const folder = uri && vscode.workspace.getWorkspaceFolder(uri)?.uri.toString();
    const policy = uri && policyShownAt(targets, uri);
    // Without a policy, it is the first console of the folder with something to do.
    const console = policy
      ? consoles.get(policy.consoleId)
      : consoles.consoles.find(
          ({ id, folder: own }) =>
            (folder === undefined || own.uri.toString() === folder) &&
            models.states(id).some((state) => shownStates[state].countsAs !== undefined),
        );
    if (!console) {
      item.hide();
      return;
    }
    const { id, access, entry } = console;
    const facts = {
      console: entry.name,
      access,
      states: models.states(id, (name) => name !== policy?.policy),
    };
    const row = policy
      ? describeStatusBar({
          ...facts,
          policy: policy.policy,
          status: models.status(id, policy.policy),
        })
      : describeConsoleStatus(facts);
    if (!row) {
      item.hide();
      return;
    }
    const { command } = row;
    const target: Target =
      policy && !command.startsWith('ordinance.console.') ? policy : { kind: 'console', consoleId: id };
    const takesTarget = command.startsWith('ordinance.') && command !== 'ordinance.policies.focus';
    item.show({ ...row, arguments: takesTarget ? [target] : [] });
  };
  update();
  return new DisposableStore(
    item,
    vscode.window.onDidChangeActiveTextEditor(update),
    models.onDidChange(update),
  );
}

/** A console whose folder has the focus, while no policy file has. */
interface FocusedConsole {
  readonly console: string;
  readonly access: ConsoleAccess;
  /** States of the policies of the console, without the focused policy, whose own state the item names. */
  readonly states: readonly ShownState[];
}

interface FocusedPolicy extends FocusedConsole {
  readonly policy: PolicyName;
  readonly status: KnownStatus | undefined;
  /** The present, unless a test says otherwise. */
  readonly now?: Date;
}

type Command =
  | CommandId
  | 'ordinance.policies.focus'
  | 'workbench.actions.view.problems'
  | 'workbench.trust.manage'
  | 'workbench.view.scm';

interface StatusBarDescription extends Omit<StatusBarText, 'arguments' | 'isWarning'> {
  /** The obvious next step. */
  readonly command: Command;
}

/** The status bar item while a policy file has the focus. */
export function describeStatusBar({
  console,
  policy,
  access,
  status,
  states,
  now,
}: FocusedPolicy): StatusBarDescription {
  const shown = status && shownState(status);
  const look = shown && stateLooks[shown];
  const state = status ? statusWords(status, now).join(', ') : l10n.t('being read');
  const icon = look?.icon ?? 'loading~spin';
  const label = l10n.t('Console {0}, policy {1}: {2}', console, policy, state);
  const title = `${policy} · ${state}`;
  if (access !== 'ready') {
    const ways: Readonly<
      Record<typeof access, readonly [icon: string, words: string, click: string, command: Command]>
    > = {
      'signed-out': [
        'debug-disconnect',
        l10n.t('signed out'),
        l10n.t('Click to sign in.'),
        'ordinance.console.signIn',
      ],
      flawed: [
        'error',
        l10n.t('error in ordinance.yaml'),
        l10n.t('Click to open ordinance.yaml at the error.'),
        'ordinance.console.openFile',
      ],
      untrusted: [
        icon,
        state,
        l10n.t('The workspace is not trusted, so Ordinance sends and reads nothing. Click to manage trust.'),
        'workbench.trust.manage',
      ],
    };
    const [own, words, click, command] = ways[access];
    return {
      icon: own,
      text: `${console}: ${words}`,
      tooltip: `${title}\n${click}`,
      accessibilityLabel: label,
      command,
    };
  }
  const steps: Readonly<Record<StateLook['step'], readonly [click: string, command: Command]>> = {
    pull: [l10n.t('Click to pull.'), 'ordinance.policy.pull'],
    preview: [l10n.t('Click to preview the push.'), 'ordinance.policy.push'],
    merge: [l10n.t('Click to merge with the live policy.'), 'ordinance.policy.merge'],
    refresh: [l10n.t('Click to read the live policy again.'), 'ordinance.policies.refresh'],
    retry: [l10n.t('Click to try again.'), 'ordinance.policy.retry'],
    problems: [l10n.t('Click to see the problems.'), 'workbench.actions.view.problems'],
  };
  const [click, command] = steps[look?.step ?? 'refresh'];
  const { reason, problems = [] } = status && shown !== 'checking' ? status : {};
  const reasons = [reason, ...problems.slice(0, 3)].filter((line) => line !== undefined);
  const others = stateSums(states);
  const sums =
    others.words.length === 0
      ? undefined
      : {
          long: l10n.t('others: {0}', others.words.join(', ')),
          short: l10n.t('others: {0}', shortly(others.counts)),
        };
  return {
    icon,
    text: `${console}: ${state}${sums ? ` · ${sums.short}` : ''}`,
    tooltip: [title, ...reasons, ...(sums ? [`${console}, ${sums.long}`] : []), click].join('\n'),
    accessibilityLabel: sums ? `${label}, ${sums.long}` : label,
    command,
  };
}

/** The item without a policy file in focus has the sums of a console. Undefined when there is nothing to do. */
export function describeConsoleStatus({
  console,
  access,
  states,
}: FocusedConsole): StatusBarDescription | undefined {
  const { counts, words } = stateSums(states);
  const ways: readonly (readonly [StateCount, icon: string, click: string, command: Command])[] = [
    ['conflicts', 'git-pull-request-closed', l10n.t('Click to see the merge.'), 'workbench.view.scm'],
    [
      'edits',
      'edit',
      l10n.t('Click to plan a push of all edited policies.'),
      'ordinance.policies.pushEdited',
    ],
    ['problems', 'warning', l10n.t('Click to see the policy.'), 'ordinance.policies.focus'],
    ['drift', 'cloud-download', l10n.t('Click to see the changes.'), 'workbench.view.scm'],
    ['gone', 'trash', l10n.t('Click to see the policy.'), 'ordinance.policies.focus'],
  ];
  const way = access === 'ready' ? ways.find(([count]) => counts[count] > 0) : undefined;
  if (!way) {
    return undefined;
  }
  const [, icon, click, command] = way;
  return {
    icon,
    text: `${console} ${shortly(counts)}`,
    tooltip: `${console}: ${words.join(', ')}\n${click}`,
    accessibilityLabel: [l10n.t('Console {0}', console), ...words].join(', '),
    command,
  };
}

/** The short form of file decorations, `2↑ 1↓ 1↕ 1− 1!`, without missing files. */
function shortly({ edits, drift, conflicts, gone, problems }: Readonly<Record<StateCount, number>>): string {
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

/** Marks policy files in the explorer and on tabs with their states. */
export function markPolicyFiles({
  consoles,
  models,
}: Pick<FeatureServices, 'consoles' | 'models'>): Disposable {
  return vscode.window.registerFileDecorationProvider({
    onDidChangeFileDecorations: (listener) =>
      models.onDidChange(({ what }) => what.has('state') && listener(undefined)),
    provideFileDecoration: (uri) => {
      const at = spellingOf(uri.path) === undefined ? undefined : consoles.policyAt(uri);
      const status = at && models.status(at.console.id, at.kind.name);
      const mark = status && fileMark(status, at.console.entry.name);
      return mark && fileDecoration(mark.badge, mark.tooltip, mark.color);
    },
  });
}

interface FileMark {
  readonly badge: string;
  readonly tooltip: string;
  readonly color?: string;
}

/**
 * The badge of a policy file in the explorer and on its tab; undefined when it needs no attention. During a
 * check the color stays, because the name has it too.
 */
export function fileMark(status: KnownStatus, console: string): FileMark | undefined {
  const look = stateLooks[hasProblems(status) ? 'problems' : fileState(status)];
  const marked = shownState(status) === 'checking' ? stateLooks.checking : look;
  const [badge, tooltip] = marked.mark?.(console) ?? [];
  return badge === undefined || tooltip === undefined
    ? undefined
    : { badge, tooltip, ...(look.mark && look.color !== undefined && { color: look.color }) };
}

/** Sets the context keys for commands that need a pulled or an edited policy. An unreadable file counts as edited. */
export function followEdits({
  consoles,
  models,
  contextKeys,
}: Pick<FeatureServices, 'consoles' | 'models' | 'contextKeys'>): Disposable {
  return models.onDidChange(() => {
    const read = consoles.consoles.flatMap(({ id }) =>
      policyKinds.flatMap(({ name }) => models.status(id, name) ?? []),
    );
    contextKeys.set(
      'ordinance.hasPulled',
      read.some((status) => policyStates[fileState(status)].hasFile),
    );
    contextKeys.set('ordinance.hasEdits', read.some(mayHaveEdits));
  });
}
