import type { Pushes } from '../targets/pushes.ts';
import { PlanCommands } from './planCommands.ts';
import { PlanViews } from './planViews.ts';
import {
  overrideLive,
  planPush,
  pushEdited,
  pushPolicy,
  restoreSnapshot,
  resumePush,
  undoPush,
} from './pushCommands.ts';
import type { FeatureServices } from '../featureServices.ts';
import { settleOpenPushes } from './settleOpenPushes.ts';
import { UnfinishedPush } from './unfinishedPush.ts';

/** Plans and their documents, pushes of one policy and of several, undo, override; unresolved pushes are settled. */
export function registerPush(services: FeatureServices): Pushes {
  const { disposables, commands, consoles, syncs, contextKeys, workspaceMemory, log } = services;
  const tools = {
    ...services,
    views: disposables.add(new PlanViews(services)),
    unfinishedPush: new UnfinishedPush(workspaceMemory, contextKeys),
  };
  const plans = disposables.add(new PlanCommands(tools));
  disposables.add(settleOpenPushes(consoles, syncs, log));
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
    plan: (policy) => planPush(tools, policy),
    shownPlans: (uri) => plans.shownPlans(uri),
    restore: (policy, snapshot, state) =>
      restoreSnapshot(tools, policy, snapshot, { kind: 'restore', ...state }),
  };
}
