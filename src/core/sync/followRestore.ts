import { pause } from '../util/pause.ts';
import { updateOf } from '../document/updatedText.ts';
import { policyKind, type PolicyKind } from '../policy/families.ts';
import { pulledForm } from '../policy/pulledForm.ts';
import { messageOf } from '../util/errors.ts';
import { saysStill } from './madeFrom.ts';
import { plannedBase, type FileAfterRestore, type PushOutcome, type PushPlan } from './outcomes.ts';
import type { SyncContext } from './syncContext.ts';

/** Updates a policy file that equals the live policy before the restore, and its base. */
export async function followRestore(
  context: SyncContext,
  plan: PushPlan,
  { verdict }: PushOutcome,
): Promise<FileAfterRestore> {
  const kind = policyKind(plan.ref.policy);
  try {
    return kind && verdict === 'applied' ? await follow(context, kind, plan) : 'left';
  } catch (error) {
    // An error of the file does not change the result of the push.
    context.logger.warn(`the file of ${plan.ref.policy} was left as it was: ${messageOf(error)}`);
    return 'left';
  }
}

async function follow(context: SyncContext, kind: PolicyKind, plan: PushPlan): Promise<FileAfterRestore> {
  const { copies, known, bases } = context;
  const copy = await copies.read(plan.ref);
  const answer = known.answer(kind.name);
  if (!copy) {
    return 'none';
  }
  const working = await context.working.judged(kind, copy);
  if (!answer || working.hash !== plan.liveHash) {
    return 'left';
  }
  const expected = plannedBase(plan);
  const base = await bases.hash(kind);
  if (base !== expected && base !== answer.hash) {
    // Someone else pushed or pulled after the restore, so the last read is outdated.
    return 'left';
  }
  const next = pulledForm(kind, answer.document);
  await pause();
  const update = updateOf(copy.document, copy.spelling, kind, next);
  await copies.write(plan.ref, copy.spelling, update, copy.text);
  await bases.keep(kind, answer);
  const isMoved = await bases.move(kind, answer, {
    consoleVersion: await context.version(),
    expected,
    isMadeFrom: () => saysStill(context, kind, answer.hash),
  });
  return isMoved ? 'follows' : 'left';
}
