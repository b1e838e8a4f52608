import type { TextEdit } from '../language/text.ts';

/** One replacement of whole lines that turns `before` into `after`; undefined when nothing differs. */
export function smallestChange(before: string, after: string): TextEdit | undefined {
  if (before === after) {
    return undefined;
  }
  const limit = Math.min(before.length, after.length);
  let start = 0;
  while (start < limit && before.charCodeAt(start) === after.charCodeAt(start)) {
    start++;
  }
  let tail = 0;
  while (
    tail < limit - start &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail++;
  }
  // Whole lines, so that no replacement starts or ends inside a line ending or a surrogate pair.
  start = start === 0 ? 0 : before.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = before.indexOf('\n', before.length - tail);
  tail = lineEnd === -1 ? 0 : before.length - lineEnd - 1;
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}
