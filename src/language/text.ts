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
