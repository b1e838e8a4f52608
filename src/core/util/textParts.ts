const PART = 1 << 18;
/** UTF-16 code units of a part at most. */
export const longestPart = PART + 1;

/** A long text in parts, for what would take long as a whole; a character of two halves is not cut in two. */
export function* textParts(text: string): Generator<string, void, void> {
  for (let at = 0; at < text.length;) {
    const end = at + PART + (isFirstHalf(text.charCodeAt(at + PART - 1)) ? 1 : 0);
    yield text.slice(at, end);
    at = end;
  }
}

function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Whether two texts are the same, in steps. */
export function* sameTextSteps(a: string, b: string): Generator<void, boolean, void> {
  if (a.length !== b.length) {
    return false;
  }
  let at = 0;
  for (const part of textParts(a)) {
    if (part !== b.slice(at, at + part.length)) {
      return false;
    }
    at += part.length;
    yield;
  }
  return true;
}
