import { window } from 'vscode';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { followEdits } from './followEdits.ts';
import { followLive } from './followLive.ts';
import { forgetPolicies, openPolicy, refreshPolicies, retryPolicy } from './policyCommands.ts';
import { PoliciesView } from './policiesView.ts';
import { PolicyDecorations } from './policyDecorations.ts';
import { pullConsole, pullFamily, pullPolicy } from './pull.ts';
import { readLiveInBackground } from './readLiveInBackground.ts';
import { RefusedConsoleFiles } from './refusedConsoleFiles.ts';
import { StatusBar } from './statusBar.ts';
import type { PolicyServices } from './policyServices.ts';

/** The tree of policies and how they stand: pull, refresh, status bar, marks on files. */
export function registerPolicies(services: PolicyServices): Disposable {
  const { commands, targets, consoles, models } = services;
  const store = new DisposableStore();
  const view = store.add(new PoliciesView(services));
  targets.useRows(view);
  store.add(new RefusedConsoleFiles(consoles, view));
  store.add(new PolicyDecorations(consoles, models));
  store.add(new StatusBar(services));
  store.add(followEdits(services));
  store.add(followLive(services));
  store.add(readLiveInBackground({ ...services, window }));
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
    'ordinance.policy.retry': retryPolicy,
  });
  return store;
}
