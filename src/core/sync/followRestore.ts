import { pause } from '../util/pause.ts';
import { updateOf } from '../document/updatedText.ts';
import type { PolicyKind } from '../policy/families.ts';
import { pulledForm } from '../policy/pulledForm.ts';
import { saysStill } from './madeFrom.ts';
import type { PushRecord } from './store/journalEvent.ts';
import type { SyncContext } from './syncContext.ts';

/** What became of the working copy when live was restored; `left`: it says something else than live did before, or has another base. */
export type FileAfterRestore = 'follows' | 'left' | 'none';

/** Brings a working copy along that says what live was before, and its base. */
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
    // Somebody pushed or pulled since: what was read then is not live any more.
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
