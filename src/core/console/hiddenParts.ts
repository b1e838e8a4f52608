import { asWritten, decodedOnce, type DecodedText } from './decodedText.ts';

/** Escapes within escapes that are undone. */
const depth = 4;

/** The text with `instead` for every part in which one of the needles (in lower case, as bytes) stands, once decoded. */
export function withoutParts(text: string, needles: readonly string[], instead: string): string {
  const parts: (readonly [start: number, end: number])[] = [];
  for (const view of viewsOf(text)) {
    const searched = view.bytes.toLowerCase();
    for (const needle of needles) {
      for (let at = searched.indexOf(needle); at >= 0; at = searched.indexOf(needle, at + needle.length)) {
        parts.push([view.starts[at] ?? 0, view.ends[at + needle.length - 1] ?? text.length]);
      }
    }
  }
  let clean = '';
  let at = 0;
  for (const [start, end] of parts.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    if (start >= at) {
      clean += text.slice(at, start) + instead;
    }
    at = Math.max(at, end);
  }
  return clean + text.slice(at);
}

/** What `text` says to those who undo its escapes: mail is read on its own, as `=` stands before many a value. */
function viewsOf(text: string): Iterable<DecodedText> {
  const views = new Map<string, DecodedText>();
  let last = [asWritten(text)];
  for (let level = 0; level <= depth; level++) {
    const fresh = last.filter(({ bytes }) => !views.has(bytes));
    fresh.forEach((view) => views.set(view.bytes, view));
    last = fresh.flatMap((view) => [decodedOnce(view, 'escapes'), decodedOnce(view, 'quoted')]);
  }
  return views.values();
}
