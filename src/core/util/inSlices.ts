import { throwIfCanceled } from './errors.ts';
import { pause as giveWay } from './pause.ts';

/** Milliseconds of work after which others get their turn, in code that may still be cold. */
const patience = 4;

/**
 * What a generator answers, giving way to others every few milliseconds: a step does little, and true comes before one that
 * does more. Throws CanceledError.
 */
export async function inSlices<Result>(
  steps: Generator<true | void, Result, void>,
  signal?: AbortSignal,
  pause: () => Promise<void> = giveWay,
): Promise<Result> {
  let until = performance.now() + patience;
  for (;;) {
    const step = steps.next();
    if (step.done) {
      return step.value;
    }
    if (step.value === true || performance.now() > until) {
      await pause();
      throwIfCanceled(signal);
      until = performance.now() + patience;
    }
  }
}
