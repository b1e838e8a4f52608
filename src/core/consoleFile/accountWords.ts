/** The short name of an access key for people: the first characters of its id. The id is no secret, but a few characters are enough. */
export function accountWords(id: string): string {
  const shown = Math.min(8, Math.floor(id.length / 2));
  return `${id.slice(0, shown)}…`;
}
