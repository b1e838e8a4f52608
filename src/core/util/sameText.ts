const PART = 1 << 18;

/** Whether two texts are the same, in steps: to compare long ones takes its time. */
export function* sameTextSteps(a: string, b: string): Generator<void, boolean, void> {
  if (a.length !== b.length) {
    return false;
  }
  for (let at = 0; at < a.length; at += PART) {
    if (a.slice(at, at + PART) !== b.slice(at, at + PART)) {
      return false;
    }
    yield;
  }
  return true;
}
