/**
 * Entries of several consoles, each in the order of its journal, the newest first. That order goes before the times, which follow
 * the clock: an entry that says to be from before the one in front of it was made when the clock had been set back.
 */
export function newestFirst<T extends { readonly record: { readonly at: string } }>(
  consoles: readonly (readonly T[])[],
): T[] {
  const dated = consoles.flatMap((entries) => {
    let latest = '';
    return entries.map((entry, place) => {
      latest = entry.record.at > latest ? entry.record.at : latest;
      return { entry, latest, place };
    });
  });
  dated.sort((a, b) => (a.latest === b.latest ? b.place - a.place : a.latest < b.latest ? 1 : -1));
  return dated.map(({ entry }) => entry);
}
