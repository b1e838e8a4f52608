import { throwIfCanceled } from './errors.ts';

/** Milliseconds of work before other tasks run, low because the code may still be cold. */
const sliceMs = 4;

/**
 * Runs a generator to its end with a pause every few milliseconds, and returns its result. Steps are short;
 * the generator yields true before a longer step. Throws CanceledError.
 */
export async function inSlices<Result>(
  steps: Generator<true | void, Result, void>,
  signal?: AbortSignal,
  giveWay: () => Promise<void> = pause,
): Promise<Result> {
  let until = performance.now() + sliceMs;
  for (;;) {
    const step = steps.next();
    if (step.done) {
      return step.value;
    }
    if (step.value === true || performance.now() > until) {
      await giveWay();
      throwIfCanceled(signal);
      until = performance.now() + sliceMs;
    }
  }
}

/** Runs a generator to its end without a pause, and returns its result. */
export function runToEnd<Result>(steps: Generator<unknown, Result, void>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) {
      return step.value;
    }
  }
}

const waiting: (() => void)[] = [];

/**
 * Waits until pending events have run. Only one paused task continues per turn, because otherwise new events
 * would wait for all of them.
 */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) {
      setImmediate(goOn);
    }
  });
}

function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) {
    setImmediate(goOn);
  }
}
