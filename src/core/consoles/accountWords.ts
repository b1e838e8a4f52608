/**
 * What an access key is called where people read it: the first characters of its id, which tell one account from another.
 * The id is no secret, but nobody needs all of it to know who pushed.
 */
export function accountWords(id: string): string {
  const shown = Math.min(8, Math.floor(id.length / 2));
  return `${id.slice(0, shown)}…`;
}
