import type { PlanOutcome } from '../sync/outcomes.ts';
import { explainOutcome } from './explainOutcome.ts';
import { makePlan } from './makePlan.ts';
import { showDifference } from './showPolicy.ts';
import { choosePolicy } from './targets.ts';
import type { Tools } from './tools.ts';

/** Opens the diff editor and, in front of it, the plan. Nothing is sent. */
export async function previewPush(
  tools: Pick<Tools, 'consoles' | 'view' | 'planDocuments' | 'syncs' | 'files' | 'liveDocuments' | 'log'>,
  row?: unknown,
): Promise<PlanOutcome> {
  const policy = await choosePolicy(tools, row);
  const outcome = await makePlan(tools, policy);
  if (outcome.kind === 'plan') {
    await showDifference(tools, policy, outcome.plan.liveText, { preview: false });
    await tools.planDocuments.show(policy.console, outcome.plan);
  } else {
    explainOutcome(tools, policy, outcome);
  }
  return outcome;
}
