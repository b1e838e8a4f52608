import { pause } from '../util/pause.ts';
import { updateOf } from '../document/updatedText.ts';
import type { PolicyKind } from '../policy/families.ts';
import { pulledForm } from '../policy/pulledForm.ts';
import { messageOf } from '../util/errors.ts';
import { saysStill } from './madeFrom.ts';
import { plannedBase, type FileAfterRestore, type PushPlan } from './outcomes.ts';
import type { LiveDocument } from './readLive.ts';
import type { SyncContext } from './syncContext.ts';

/**
 * Updates the policy file to the restored policy `live`, and its base. Only a file that equals the policy
 * before or after the restore follows. The caller has the mutex of the policy.
 */
export async function followRestore(
  context: SyncContext,
  kind: PolicyKind,
  plan: PushPlan,
  live: LiveDocument,
): Promise<FileAfterRestore> {
  try {
    return await follow(context, kind, plan, live);
  } catch (error) {
    // An error of the file does not change the result of the push.
    context.logger.warn(`the file of ${plan.ref.policy} was left as it was: ${messageOf(error)}`);
    return 'left';
  }
}

async function follow(
  context: SyncContext,
  kind: PolicyKind,
  plan: PushPlan,
  live: LiveDocument,
): Promise<FileAfterRestore> {
  const { copies, bases } = context;
  const copy = await copies.read(plan.ref);
  if (!copy) {
    return 'none';
  }
  const { hash } = await context.working.judged(kind, copy);
  const expected = plannedBase(plan);
  const base = await bases.hash(kind);
  // Another base came with a checkout, so the file belongs to that base.
  if ((hash !== plan.liveHash && hash !== live.hash) || (base !== expected && base !== live.hash)) {
    return 'left';
  }
  const next = pulledForm(kind, live.document);
  await pause();
  const update = updateOf(copy.document, copy.spelling, kind, next);
  if (update.length > 0) {
    await copies.write(plan.ref, copy.spelling, update, copy.text);
  }
  await bases.keep(kind, live);
  const isMoved = await bases.move(kind, live, {
    consoleVersion: await context.version(),
    expected,
    isMadeFrom: () => saysStill(context, kind, live.hash),
  });
  return isMoved ? 'follows' : 'left';
}
