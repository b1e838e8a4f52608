/** The engine keeps the whole text for a part of it; what is remembered is a text of its own. */
export function unshared(part: string): string {
  return JSON.parse(JSON.stringify(part)) as string;
}
