import * as vscode from 'vscode';
import type { Pushes, ShownPlans } from '../targets/pushes.ts';
import { showPlanLenses } from './planLenses.ts';
import { confirmAndSend } from './confirmAndSend.ts';
import { compareRuleOfPlan, goToRuleOfPlan } from './rulesOfPlan.ts';
import { consoleOf } from '../workspace/consoles.ts';
import { PlanViews } from './planViews.ts';
import type { FeatureServices } from '../featureServices.ts';
import { settleOpenPushes } from './settleOpenPushes.ts';
import {
  UnfinishedPush,
  compareWithPlan,
  noPlanOf,
  planAndShow,
  planSubject,
  type PlanAndShowResult,
  type PushTools,
} from './planAndShow.ts';
import { policyKind, policyKinds, type PolicyKind } from '../../core/policy/families.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import { planPush } from '../../core/sync/plan.ts';
import { policyStates } from '../../core/sync/policyStatus.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { showMessage } from '../platform/dialogs.ts';
import { chooseReadyConsole } from '../targets/targets.ts';
import type { ChosenPolicy, ConsoleHandle } from '../workspace/consoleHandle.ts';
import { fileState } from '../workspace/shownState.ts';
import { targetOf, targetsOf } from '../workspace/target.ts';
import { explainOutcome } from './explainOutcome.ts';
import { type PlanView, type PushSubject, outOfDate, ownEdits, policyOf } from './planText.ts';
import { restoreSnapshot, undoPush } from './undoPush.ts';

/** Plans and their documents, pushes of one policy and of several, undo, override; unresolved pushes are settled. */
export function registerPush(services: FeatureServices): Pushes {
  const { disposables, commands, contextKeys, workspaceMemory } = services;
  const tools = {
    ...services,
    views: disposables.add(new PlanViews(services)),
    unfinishedPush: new UnfinishedPush(workspaceMemory, contextKeys),
    checkOpenPush: settleOpenPushes(services),
  };
  const { views } = tools;
  disposables.add(showPlanLenses(tools));
  commands.onRow(tools, {
    'ordinance.policies.pushEdited': pushEdited,
    'ordinance.policies.resumePush': resumePush,
    // Menus show the key of a command everywhere, and this key undoes an edit in the Policies view.
    'ordinance.plan.undo': undoPush,
    'ordinance.policy.undoPush': undoPush,
    'ordinance.plan.close': closePlan,
    'ordinance.plan.compare': (_, uri) => comparePlan(tools, views.found(uri)),
    'ordinance.plan.compareRule': (_, uri, at) => compareRuleOfPlan(tools, views.found(uri), at),
    'ordinance.plan.goToRule': async (_, uri) => {
      // A repeated key may arrive after the first one has left the plan.
      if (views.isNamedBy(uri) || views.inFront) {
        await goToRuleOfPlan(views.found(uri));
      }
    },
    'ordinance.plan.push': (_, uri) => confirmAndSend(tools, views.found(uri)),
    'ordinance.plan.refresh': (_, uri) => {
      const view = views.found(uri);
      return planAndShow(tools, view.subject, view);
    },
  });
  commands.onPolicy(tools, {
    'ordinance.policy.override': overrideLive,
    'ordinance.policy.push': pushPolicy,
  });
  return {
    plan: (policy) => planOf(tools, policy),
    shownPlans: (uri) => shownPlans(tools, uri),
    restore: (policy, snapshot, state) =>
      restoreSnapshot(tools, policy, snapshot, { kind: 'restore', ...state }),
  };
}

/** Reads the live policy and plans a push of the file, saved or not. Explains a missing plan. */
async function planOf(tools: PushTools, policy: ChosenPolicy): Promise<PushPlan | undefined> {
  const { several } = await planSubject(tools, subjectOf(policy));
  const [plan] = several.plans;
  if (!plan) {
    explainOutcome(tools, policy, noPlanOf(several));
  }
  return plan;
}

/** Shows the plan of a push of the policy file. */
function pushPolicy(tools: PushTools, policy: ChosenPolicy): Promise<PlanAndShowResult> {
  return planAndShow(tools, subjectOf(policy));
}

/**
 * The plan overrides drift: it names every change that the push would undo, and the person types the policy's name.
 * Drift after the plan is refused again.
 */
function overrideLive(tools: PushTools, policy: ChosenPolicy): Promise<PlanAndShowResult> {
  return planAndShow(tools, {
    ...subjectOf(policy),
    planOne: (sync, kind, options) => planPush(sync, kind, { ...options, overridesDrift: true }),
  });
}

/** Shows the plans of all edited policies of a console or of a family, or of the selected policies, in one document. */
async function pushEdited(tools: PushTools, row?: unknown, rows?: unknown): Promise<PlanAndShowResult> {
  const console = await chooseReadyConsole(tools, row);
  const family = targetOf(row);
  const named = targetsOf(row, rows).flatMap((target) =>
    target.kind === 'policy' && target.consoleId === console.id ? [target.policy] : [],
  );
  await tools.models.whenSettled();
  const kinds = policyKinds.filter(
    (kind) =>
      (family?.kind !== 'family' || family.family === kind.family) &&
      (named.length === 0 || named.includes(kind.name)) &&
      isEdited(tools, console, kind),
  );
  if (kinds.length === 0) {
    showMessage('info', vscode.l10n.t('Nothing to push: no policy of {0} is edited.', console.entry.name));
    return undefined;
  }
  return planAndShow(tools, subjectOfSeveral(console.id, kinds));
}

/** The plans are those of policies that an earlier push of several policies did not finish. */
async function resumePush(tools: PushTools): Promise<PlanAndShowResult> {
  const { left } = tools.unfinishedPush;
  if (!left) {
    throw new ExpectedError('nothing-left', vscode.l10n.t('There is no interrupted push to resume.'));
  }
  // The list is kept for a missing console, which may return after an edit of `ordinance.yaml`.
  return planAndShow(
    tools,
    subjectOfSeveral(
      left.consoleId,
      left.policies.map((name) => policyKind(name)),
    ),
  );
}

/** When no editor remains behind a closed plan, the row of its policy gets the focus. */
async function closePlan({ views, targets }: PushTools, uri: unknown): Promise<void> {
  const view = views.found(uri);
  const policy = policyOf(view);
  await views.close(view);
  if (policy && targets.rows.isVisible && !vscode.window.activeTextEditor) {
    await targets.rows.revealRow(policy, 'select');
  }
}

async function comparePlan(tools: PushTools, { parts: [part], subject }: PlanView): Promise<void> {
  await (part && compareWithPlan(tools, consoleOf(tools, subject), part.plan));
}

async function shownPlans(tools: PushTools, uri: unknown): Promise<ShownPlans> {
  const view = tools.views.found(uri);
  if (!(await tools.views.isCurrent(view))) {
    throw outOfDate();
  }
  return { console: consoleOf(tools, view.subject), plans: view.parts.map(({ plan }) => plan) };
}

function subjectOf({ console, kind }: ChosenPolicy): PushSubject {
  return { consoleId: console.id, kinds: [kind], purpose: ownEdits, isSeveral: false };
}

function subjectOfSeveral(consoleId: string, kinds: readonly PolicyKind[]): PushSubject {
  return { consoleId, kinds, purpose: ownEdits, isSeveral: true };
}

function isEdited({ models }: PushTools, console: ConsoleHandle, kind: PolicyKind): boolean {
  const status = models.status(console.id, kind.name);
  const state = status && fileState(status);
  return state !== undefined && policyStates[state].canPush === true;
}
