import { updateOf } from '../document/updatedText.ts';
import type { PolicyKind } from '../policy/families.ts';
import { pulledFormSteps } from '../policy/pulledForm.ts';
import { inSlices } from '../util/inSlices.ts';
import { saysStill } from './madeFrom.ts';
import type { PushRecord } from './store/journalEvent.ts';
import type { SyncContext } from './syncContext.ts';

/** Brings a working copy along that says what was pushed back, and its base; false when it was left alone. */
export async function followRestore(
  context: SyncContext,
  kind: PolicyKind,
  restored: PushRecord,
): Promise<boolean> {
  const { copies, known, console, bases, clock } = context;
  const ref = { console, policy: kind.name };
  const copy = await copies.read(ref);
  const answer = known.answer(kind.name);
  const working = copy && (await context.working.judged(kind, copy));
  if (!copy || !answer || working?.hash !== restored.live) {
    return false;
  }
  const expected = restored.base === undefined ? restored.live : (restored.base ?? undefined);
  const base = await bases.hash(kind);
  if (base !== expected && base !== answer.hash) {
    // Somebody pushed or pulled since: what was read then is not live any more.
    return false;
  }
  const next = await inSlices(pulledFormSteps(kind, answer.document));
  const update = await updateOf(copy.document, copy.spelling, kind, next);
  await copies.write(ref, copy.spelling, update, copy.text);
  return bases.move(kind, answer, {
    at: clock.now(),
    consoleVersion: await context.version(),
    expected,
    isMadeFrom: () => saysStill(context, kind, answer.hash),
  });
}
