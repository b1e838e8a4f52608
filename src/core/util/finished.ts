/** What a generator answers that is run to its end without a pause. */
export function finished<Result>(steps: Generator<unknown, Result, void>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) {
      return step.value;
    }
  }
}
