import { throwIfCanceled } from './errors.ts';
import { pause as giveWay } from './pause.ts';

/** Milliseconds of work after which others get their turn, in code that may still be cold. */
const sliceMs = 4;

/**
 * Runs a generator to its end, giving way to others every few milliseconds, and returns its result. A step does little; it yields true
 * before a step that does more. Throws CanceledError.
 */
export async function inSlices<Result>(
  steps: Generator<true | void, Result, void>,
  signal?: AbortSignal,
  pause: () => Promise<void> = giveWay,
): Promise<Result> {
  let until = performance.now() + sliceMs;
  for (;;) {
    const step = steps.next();
    if (step.done) {
      return step.value;
    }
    if (step.value === true || performance.now() > until) {
      await pause();
      throwIfCanceled(signal);
      until = performance.now() + sliceMs;
    }
  }
}
