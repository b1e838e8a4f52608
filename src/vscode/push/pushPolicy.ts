import type { PlanOutcome, PushOutcome } from '../../core/sync/outcomes.ts';
import { explainOutcome } from './explainOutcome.ts';
import { makePlan, watchText } from './makePlan.ts';
import { runPush, type Pushing } from './runPush.ts';
import type { ChosenPolicy } from '../targets/targets.ts';

/** Plans, shows the plan, asks, pushes, and says how it ended. The file is saved before anything is sent. */
export async function pushPolicy(
  tools: Pushing,
  policy: ChosenPolicy,
): Promise<PushOutcome | Exclude<PlanOutcome, { kind: 'plan' }>> {
  const text = await watchText(tools, policy);
  const outcome = await makePlan(tools, policy);
  if (outcome.kind !== 'plan') {
    explainOutcome(tools, policy, outcome);
    return outcome;
  }
  const sync = tools.syncs.of(policy.console);
  return runPush(
    tools,
    policy,
    outcome.plan,
    () => text.seal(),
    (options) => sync.push(outcome.plan, options),
  );
}
