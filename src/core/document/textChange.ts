import type { TextEdit, TextRange } from './text.ts';
import { firstIndex } from '../util/firstIndex.ts';

/** The smallest replacement that turns `before` into `after`; empty when nothing differs. It may split a line ending. */
export function textChange(before: string, after: string): TextEdit {
  const { start, end } = changedRange(before, after);
  return { start, end, text: after.slice(start, after.length - (before.length - end)) };
}

/** The edit replaces whole lines so that `before` becomes `after`; it is undefined for equal texts. */
export function lineChange(before: string, after: string): TextEdit | undefined {
  if (before === after) {
    return undefined;
  }
  const changed = changedRange(before, after);
  // The edit has whole lines, so that it never starts or ends inside a line ending or a surrogate pair.
  const start = changed.start === 0 ? 0 : before.lastIndexOf('\n', changed.start - 1) + 1;
  const lineEnd = before.indexOf('\n', changed.end);
  const end = lineEnd === -1 ? before.length : lineEnd + 1;
  return { start, end, text: after.slice(start, after.length - (before.length - end)) };
}

/** The range excludes the common start and end of both texts. */
function changedRange(before: string, after: string): TextRange {
  const shorter = Math.min(before.length, after.length);
  const start = alike(shorter, (from, to) => before.slice(from, to) === after.slice(from, to));
  const tail = alike(
    shorter - start,
    (from, to) =>
      before.slice(before.length - to, before.length - from) ===
      after.slice(after.length - to, after.length - from),
  );
  return { start, end: before.length - tail };
}

/** The search halves the length, because comparing long strings is much faster than comparing characters. */
function alike(length: number, same: (from: number, to: number) => boolean): number {
  let known = 0;
  return firstIndex(length, (index) => {
    const isSame = same(known, index + 1);
    known = isSame ? index + 1 : known;
    return !isSame;
  });
}
