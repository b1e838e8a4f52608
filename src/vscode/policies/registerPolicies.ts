import { window } from 'vscode';
import { policyKind, policyKinds } from '../../core/policy/families.ts';
import { type Disposable, DisposableStore } from '../../core/util/disposable.ts';
import { PoliciesView } from './policiesView.ts';
import { forgetPolicies, openPolicy, readAgain, refreshPolicies } from './policyCommands.ts';
import type { FeatureServices } from '../featureServices.ts';
import { pullConsole, pullFamily, pullPolicy } from './pull.ts';
import { readLiveInBackground } from './readLiveInBackground.ts';
import { showStatusBar } from './showStatusBar.ts';
import { policyStates } from '../../core/sync/policyStatus.ts';
import {
  fileState,
  mayHaveEdits,
  hasProblems,
  shownState,
  stateLooks,
  type KnownStatus,
} from '../workspace/shownState.ts';
import * as vscode from 'vscode';
import { diagnostic } from '../platform/languageTexts.ts';
import type { Consoles } from '../workspace/consoles.ts';
import { spellingOf } from '../../core/policy/policyFile.ts';
import { fileDecoration } from '../platform/sourceControl.ts';

/** The Policies view and the states of policies: pull, refresh, status bar, marks on files. */
export function registerPolicies(services: FeatureServices): void {
  const { disposables, commands, targets, consoles } = services;
  const view = disposables.add(new PoliciesView(services));
  targets.rows = view;
  disposables.addAll(
    showRefusedConsoleFiles(consoles, view),
    markPolicyFiles(services),
    showStatusBar(services),
    followEdits(services),
    followLive(services),
    readLiveInBackground({ ...services, window }),
  );
  commands.onRow(services, {
    'ordinance.console.pull': pullConsole,
    'ordinance.family.pull': pullFamily,
    'ordinance.policies.refresh': refreshPolicies,
  });
  commands.onPolicy(services, {
    'ordinance.policy.open': openPolicy,
  });
  commands.onPolicies(services, {
    'ordinance.policy.forget': forgetPolicies,
    'ordinance.policy.pull': pullPolicy,
    'ordinance.policy.retry': readAgain,
  });
}

/** Documents of live policies follow each read, also the read after a push. */
function followLive({ consoles, syncs, liveDocuments, report }: FeatureServices): Disposable {
  return syncs.onDidChange(({ consoleId, policy }) => {
    const console = consoles.get(consoleId);
    const text = console && syncs.of(console).lastLive(policyKind(policy))?.text;
    if (console && text !== undefined) {
      void liveDocuments
        .follow(console, policy, text)
        .catch((error: unknown) => report('live document', error));
    }
  });
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

/**
 * Shows why consoles of an `ordinance.yaml` are missing: in the Policies view, and for an unread file also as a problem of the file,
 * which need not be open. An open file that was read in part shows its own problems.
 */
export function showRefusedConsoleFiles(
  consoles: Pick<Consoles, 'faults' | 'onDidChange'>,
  view: { setMessage(message: string | undefined): void },
): Disposable {
  const problems = vscode.languages.createDiagnosticCollection('ordinance.refused');
  const show = (): void => {
    const { faults } = consoles;
    problems.clear();
    for (const { file, reason } of faults.filter(({ isUnread }) => isUnread)) {
      problems.set(file, [diagnostic(new vscode.Range(0, 0, 0, 0), reason, 'error', 'console-file')]);
    }
    view.setMessage(faults.map(({ reason }) => reason).join(' ') || undefined);
  };
  show();
  return new DisposableStore(problems, consoles.onDidChange(show));
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
