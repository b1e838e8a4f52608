/** A text with places marked by `«` and `»`. */
export function unmark(marked: string): { text: string; ranges: { start: number; end: number }[] } {
  const parts = marked.split(/[«»]/);
  const ranges: { start: number; end: number }[] = [];
  let at = 0;
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 1) {
      ranges.push({ start: at, end: at + part.length });
    }
    at += part.length;
  }
  return { text: parts.join(''), ranges };
}
