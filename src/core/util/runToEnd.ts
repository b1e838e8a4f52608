/** Runs a generator to its end without a pause, and returns its result. */
export function runToEnd<Result>(steps: Generator<unknown, Result, void>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) {
      return step.value;
    }
  }
}
