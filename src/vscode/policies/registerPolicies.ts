import { window } from 'vscode';
import { policyKind } from '../../core/policy/families.ts';
import { type Disposable } from '../../core/util/disposable.ts';
import { PoliciesView } from './policiesView.ts';
import { confirmAndForget, openPolicy, readAgain, refreshPolicies } from './policyCommands.ts';
import type { FeatureServices } from '../featureServices.ts';
import { pullConsole, pullFamily, pullPolicy } from './pull.ts';
import { readLiveInBackground } from './readLiveInBackground.ts';
import { showRefusedConsoleFiles } from './showRefusedConsoleFiles.ts';
import { followEdits, markPolicyFiles, showStatusBar } from './showStates.ts';

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
    'ordinance.policy.forget': confirmAndForget,
    'ordinance.policy.pull': pullPolicy,
    'ordinance.policy.retry': readAgain,
  });
}

/** Documents of live policies follow each read, also the read after a push. */
function followLive({ consoles, syncs, liveDocuments, report }: FeatureServices): Disposable {
  return syncs.onDidChange(({ consoleId, policy }) => {
    const console = consoles.get(consoleId);
    const text = console && syncs.of(console).known.answer(policyKind(policy).name)?.text;
    if (console && text !== undefined) {
      void liveDocuments
        .follow(console, policy, text)
        .catch((error: unknown) => report('live document', error));
    }
  });
}
