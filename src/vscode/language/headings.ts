/** Line numbers, counted from 1, of headings that are one code. */
export function headings(markdown: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const [index, line] of markdown.split('\n').entries()) {
    const match = /^#+ `([a-z0-9-]+)`\s*$/.exec(line);
    if (match?.[1] !== undefined) {
      found.set(match[1], index + 1);
    }
  }
  return found;
}
