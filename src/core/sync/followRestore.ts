import { pause } from '../util/pause.ts';
import { updateOf } from '../document/updatedText.ts';
import type { PolicyKind } from '../policy/families.ts';
import { pulledForm } from '../policy/pulledForm.ts';
import { saysStill } from './madeFrom.ts';
import type { PushRecord } from './store/journalEvent.ts';
import type { SyncContext } from './syncContext.ts';

/**
 * The result for the policy file after a restore. `left` means that the file differs from the replaced live
 * policy, or has another base.
 */
export type FileAfterRestore = 'follows' | 'left' | 'none';

/** Updates a policy file that equals the live policy before the restore, and its base. */
export async function followRestore(
  context: SyncContext,
  kind: PolicyKind,
  restored: PushRecord,
): Promise<FileAfterRestore> {
  const { copies, known, console, bases, clock } = context;
  const ref = { console, policy: kind.name };
  const copy = await copies.read(ref);
  const answer = known.answer(kind.name);
  if (!copy) {
    return 'none';
  }
  const working = await context.working.judged(kind, copy);
  if (!answer || working.hash !== restored.live) {
    return 'left';
  }
  const expected = restored.base === undefined ? restored.live : (restored.base ?? undefined);
  const base = await bases.hash(kind);
  if (base !== expected && base !== answer.hash) {
    // Someone else pushed or pulled after the restore, so the last read is outdated.
    return 'left';
  }
  const next = pulledForm(kind, answer.document);
  await pause();
  const update = updateOf(copy.document, copy.spelling, kind, next);
  await copies.write(ref, copy.spelling, update, copy.text);
  const isMoved = await bases.move(kind, answer, {
    at: clock.now(),
    consoleVersion: await context.version(),
    expected,
    isMadeFrom: () => saysStill(context, kind, answer.hash),
  });
  return isMoved ? 'follows' : 'left';
}
