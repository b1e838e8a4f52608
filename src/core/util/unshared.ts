/** Copies the text, because the engine keeps the whole source text in memory for a substring. */
export function unshared(part: string): string {
  return JSON.parse(JSON.stringify(part)) as string;
}
