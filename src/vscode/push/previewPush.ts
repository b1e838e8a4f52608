import type { PlanOutcome } from '../../core/sync/outcomes.ts';
import { explainOutcome, type Explaining } from './explainOutcome.ts';
import { makePlan } from './makePlan.ts';
import { showDifference } from '../targets/showPolicy.ts';
import type { ChosenPolicy } from '../targets/targets.ts';
import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';
import type { PlanDocuments } from './planDocuments.ts';

/** Opens the diff editor and, in front of it, the plan. Nothing is sent. */
export async function previewPush(
  tools: Explaining & { readonly planDocuments: PlanDocuments; readonly syncs: ConsoleSyncs },
  policy: ChosenPolicy,
): Promise<PlanOutcome> {
  const outcome = await makePlan(tools, policy);
  if (outcome.kind === 'plan') {
    await showDifference(tools, policy, outcome.plan.liveText, { preview: false });
    await tools.planDocuments.show(policy.console, outcome.plan);
  } else {
    explainOutcome(tools, policy, outcome);
  }
  return outcome;
}
