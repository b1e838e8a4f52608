import * as vscode from 'vscode';
import { withProgress } from '../platform/progress.ts';
import type { PlanOutcome, PushOutcome } from '../../core/sync/outcomes.ts';
import { explainOutcome } from './explainOutcome.ts';
import { watchText } from './makePlan.ts';
import { runPush, type Pushing } from './runPush.ts';
import type { ChosenPolicy } from '../targets/targets.ts';

/**
 * Pushes although live was changed since the pull: names every change that would be undone, and wants the policy's name
 * typed. Without drift it is a push as any other; drift that comes after the plan is refused again.
 */
export async function overrideLive(
  tools: Pushing,
  policy: ChosenPolicy,
): Promise<PushOutcome | Exclude<PlanOutcome, { kind: 'plan' }>> {
  const { console, kind } = policy;
  const text = await watchText(tools, policy);
  const sync = tools.syncs.of(console);
  const outcome = await withProgress(
    {
      title: vscode.l10n.t('Comparing {0} with live', kind.name),
      location: 'notification',
      cancellable: true,
    },
    (signal) => sync.overrideDrift(kind, signal),
  );
  if (outcome.kind !== 'plan') {
    explainOutcome(tools, policy, outcome);
    return outcome;
  }
  return runPush(
    tools,
    policy,
    outcome.plan,
    () => text.seal(),
    (options) => sync.push(outcome.plan, options),
  );
}
