import { firstIndex } from '../util/firstIndex.ts';

/** Decoders write this character for unreadable bytes: the text has another encoding than the reader assumed. */
export const lostCharacter = '\uFFFD';

/** Offsets are UTF-16 code units from the start of the document, as in the editor. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Replaces `[start, end)` of the text before the change by `text`. */
export interface TextEdit extends TextRange {
  readonly text: string;
}

/** Applies edits that do not overlap, all given in offsets of the text before any of them. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let last = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start < last) {
      throw new RangeError('edits overlap');
    }
    result += text.slice(last, edit.start) + edit.text;
    last = edit.end;
  }
  return result + text.slice(last);
}

/** Sorts edits by place and makes one of those that touch: the form in which editors take them without ambiguity. */
export function joinEdits(edits: readonly TextEdit[]): TextEdit[] {
  const joined: { start: number; end: number; text: string }[] = [];
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = joined.at(-1);
    if (last && edit.start <= last.end) {
      last.end = Math.max(last.end, edit.end);
      last.text += edit.text;
    } else {
      joined.push({ ...edit });
    }
  }
  return joined.filter((edit) => edit.start !== edit.end || edit.text !== '');
}

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

/** Line and character both count from zero; characters are UTF-16 code units. Lines end with `\n`, `\r\n` or `\r`. */
export interface TextPosition {
  readonly line: number;
  readonly character: number;
}

/** Turns offsets of one text into positions. */
export class LineIndex {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    if (text.includes('\r')) {
      for (const end of text.matchAll(/\r\n|\n|\r/g)) {
        this.#starts.push(end.index + end[0].length);
      }
      return;
    }
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      this.#starts.push(at + 1);
    }
  }

  position(offset: number): TextPosition {
    const starts = this.#starts;
    const line = firstIndex(starts.length - 1, (index) => (starts[index + 1] as number) > offset);
    return { line, character: offset - (starts[line] as number) };
  }
}
