import { throwIfCanceled } from './errors.ts';
import { pause as giveWay } from './pause.ts';

/** Milliseconds of work before other tasks run, low because the code may still be cold. */
const sliceMs = 4;

/**
 * Runs a generator to its end with a pause every few milliseconds, and returns its result. Steps are short;
 * the generator yields true before a longer step. Throws CanceledError.
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
