import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import type { ContextKeys } from '../platform/contextKeys.ts';
import type { Log } from '../platform/log.ts';
import type { Memory } from '../platform/memory.ts';
import type { Settings } from '../platform/settings.ts';
import type { Commands } from '../targets/commands.ts';
import type { LastPush } from '../targets/lastPush.ts';
import type { Pushes } from '../targets/pushes.ts';
import type { Targets } from '../targets/targets.ts';
import type { ConsoleLookups } from '../workspace/consoleLookups.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';
import type { KnownScopes } from '../workspace/knownScopes.ts';
import type { LiveDocuments } from '../workspace/liveDocuments.ts';
import type { PolicyDocuments } from '../workspace/policyDocuments.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { PolicyStates } from '../workspace/policyStates.ts';
import { explainOutcome } from './explainOutcome.ts';
import { makePlan } from './makePlan.ts';
import { OpenPushes } from './openPushes.ts';
import { PlanDocuments } from './planDocuments.ts';
import { pushEdited, resumePush, type BatchPushing } from './pushEdited.ts';
import { overrideLive, pushPolicy, restoreSnapshot, undoPush } from './pushPolicy.ts';
import { UnfinishedPush } from './unfinishedPush.ts';

export interface PushServices {
  readonly commands: Commands;
  readonly targets: Targets;
  readonly lastPush: LastPush;
  readonly consoles: ConsoleRegistry;
  readonly files: PolicyFiles;
  readonly syncs: ConsoleSyncs;
  readonly states: PolicyStates;
  readonly liveDocuments: LiveDocuments;
  readonly documents: PolicyDocuments;
  readonly scopes: KnownScopes;
  readonly lookups: ConsoleLookups;
  readonly settings: Settings;
  readonly workspaceMemory: Memory;
  readonly contextKeys: ContextKeys;
  readonly log: Log;
  readonly report: (what: string, error: unknown) => void;
}

/** Plans and their documents, pushes of one policy and of several, undo, override; what was left open is settled. */
export function registerPush(services: PushServices): Pushes & Disposable {
  const { commands, targets, consoles, syncs, contextKeys, workspaceMemory, log } = services;
  const store = new DisposableStore();
  const planDocuments = store.add(new PlanDocuments(services));
  targets.usePlans((uri) => planDocuments.targetOf(uri));
  store.add(new OpenPushes(consoles, syncs, log));
  const pushing: BatchPushing = {
    ...services,
    planDocuments,
    unfinishedPush: new UnfinishedPush(workspaceMemory, contextKeys),
  };
  commands.onRow(pushing, {
    'ordinance.policies.pushEdited': pushEdited,
    'ordinance.policies.resumePush': resumePush,
    'ordinance.policy.undoPush': undoPush,
  });
  commands.onPolicy(pushing, {
    'ordinance.policy.override': overrideLive,
    // Either shows the plan; only the plan has the button that sends it.
    'ordinance.policy.previewPush': pushPolicy,
    'ordinance.policy.push': pushPolicy,
  });
  return {
    plan: (policy) => makePlan(pushing, policy),
    shownPlan: (policy) => planDocuments.shownPlan(policy),
    shownPlans: (uri) => planDocuments.shownPlans(uri),
    explain: (policy, outcome) => explainOutcome(pushing, policy, outcome),
    restore: (policy, snapshot, state) =>
      restoreSnapshot(pushing, policy, snapshot, { kind: 'restore', ...state }),
    dispose: () => store.dispose(),
  };
}
