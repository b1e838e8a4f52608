import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import type { ContextKeys } from '../platform/contextKeys.ts';
import type { Log } from '../platform/log.ts';
import type { Settings } from '../platform/settings.ts';
import type { Commands } from '../targets/commands.ts';
import type { LastPush } from '../targets/lastPush.ts';
import type { Targets } from '../targets/targets.ts';
import type { Consoles } from '../workspace/consoles.ts';
import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';
import type { LiveDocuments } from '../workspace/liveDocuments.ts';
import type { KnownScopes } from '../workspace/knownScopes.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { PolicyRules } from '../workspace/policyRules.ts';
import type { PolicyModels } from '../workspace/policyModels.ts';
import type { RuleEditor } from '../workspace/ruleEditor.ts';
import { backgroundRefresh } from './backgroundRefresh.ts';
import { followEdits } from './followEdits.ts';
import { followLive } from './followLive.ts';
import { forgetPolicies, openPolicy, refreshPolicies, retryPolicy } from './policyCommands.ts';
import { PoliciesView } from './policiesView.ts';
import { PolicyDecorations } from './policyDecorations.ts';
import { pullConsole, pullFamily, pullPolicy } from './pull.ts';
import { RefusedConsoleFiles } from './refusedConsoleFiles.ts';
import { StatusBar } from './statusBar.ts';

export interface PolicyServices {
  readonly commands: Commands;
  readonly targets: Targets;
  readonly lastPush: LastPush;
  readonly consoles: Consoles;
  readonly files: PolicyFiles;
  readonly rules: PolicyRules;
  readonly scopes: KnownScopes;
  readonly ruleEditor: RuleEditor;
  readonly syncs: ConsoleSyncs;
  readonly models: PolicyModels;
  readonly liveDocuments: LiveDocuments;
  readonly settings: Settings;
  readonly contextKeys: ContextKeys;
  readonly log: Log;
  readonly report: (what: string, error: unknown) => void;
}

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
  store.add(backgroundRefresh(services));
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
