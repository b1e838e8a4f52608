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
