/** The first characters of the id of an access key, which identify it for people. */
export function shortAccountId(id: string): string {
  const length = Math.min(8, Math.floor(id.length / 2));
  return `${id.slice(0, length)}…`;
}
