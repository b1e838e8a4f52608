import type { PushOutcome, PushPlan, PushStep } from '../../core/sync/outcomes.ts';
import { messageOf } from '../../core/util/errors.ts';
import type { PlanDocuments } from './planDocuments.ts';

/** Pushes with `push`, which notes its steps; the document of the plan says that it is pushed, and then how that ended. */
export async function withReceipt<Outcome extends PushOutcome>(
  planDocuments: PlanDocuments,
  plan: PushPlan,
  push: (note: (step: PushStep) => void) => Promise<Outcome>,
): Promise<Outcome> {
  let wasSent = false;
  planDocuments.begun(plan);
  try {
    const outcome = await push((step) => {
      wasSent ||= step === 'sending';
    });
    planDocuments.ended(plan, { kind: 'verdict', outcome });
    return outcome;
  } catch (error) {
    planDocuments.ended(plan, { kind: wasSent ? 'broken' : 'refused', reason: messageOf(error) });
    throw error;
  }
}
