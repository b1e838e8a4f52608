import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import type { ContextKeys } from '../platform/contextKeys.ts';
import type { Log } from '../platform/log.ts';
import type { Memory } from '../platform/memory.ts';
import type { Settings } from '../platform/settings.ts';
import type { Commands } from '../targets/commands.ts';
import type { LastPush } from '../targets/lastPush.ts';
import type { Pushes } from '../targets/pushes.ts';
import type { Targets } from '../targets/targets.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';
import type { KnownScopes } from '../workspace/knownScopes.ts';
import type { LiveDocuments } from '../workspace/liveDocuments.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { SavedTexts } from '../workspace/writeTextFile.ts';
import type { PolicyModels } from '../workspace/policyModels.ts';
import { explainOutcome } from './explainOutcome.ts';
import { OpenPushes } from './openPushes.ts';
import { PlanCommands } from './planCommands.ts';
import { PlanViews } from './planViews.ts';
import {
  overrideLive,
  pushEdited,
  pushPolicy,
  restoreSnapshot,
  resumePush,
  undoPush,
} from './pushCommands.ts';
import { makePlan } from './planAndShow.ts';
import { UnfinishedPush } from './unfinishedPush.ts';

export interface PushServices {
  readonly commands: Commands;
  readonly targets: Targets;
  readonly lastPush: LastPush;
  readonly consoles: ConsoleRegistry;
  readonly files: PolicyFiles;
  readonly syncs: ConsoleSyncs;
  readonly models: PolicyModels;
  readonly liveDocuments: LiveDocuments;
  readonly savedTexts: SavedTexts;
  readonly scopes: KnownScopes;
  readonly settings: Settings;
  readonly workspaceMemory: Memory;
  readonly contextKeys: ContextKeys;
  readonly log: Log;
  readonly report: (what: string, error: unknown) => void;
}

/** Plans and their documents, pushes of one policy and of several, undo, override; unresolved pushes are settled. */
export function registerPush(services: PushServices): Pushes & Disposable {
  const { commands, targets, consoles, syncs, contextKeys, workspaceMemory, log } = services;
  const store = new DisposableStore();
  const tools = {
    ...services,
    views: store.add(new PlanViews(services)),
    unfinishedPush: new UnfinishedPush(workspaceMemory, contextKeys),
  };
  const plans = store.add(new PlanCommands(tools));
  targets.usePlans((uri) => plans.targetOf(uri));
  store.add(new OpenPushes(consoles, syncs, log));
  commands.onRow(
    { ...tools, plans },
    {
      'ordinance.policies.pushEdited': pushEdited,
      'ordinance.policies.resumePush': resumePush,
      'ordinance.policy.undoPush': undoPush,
    },
  );
  commands.onPolicy(tools, {
    'ordinance.policy.override': overrideLive,
    'ordinance.policy.push': pushPolicy,
  });
  return {
    plan: ({ console, kind }) => makePlan(tools, console, kind),
    shownPlan: (policy) => plans.shownPlan(policy),
    shownPlans: (uri) => plans.shownPlans(uri),
    explain: (policy, outcome) => explainOutcome(tools, policy, outcome),
    restore: (policy, snapshot, state) =>
      restoreSnapshot(tools, policy, snapshot, { kind: 'restore', ...state }),
    dispose: () => store.dispose(),
  };
}
