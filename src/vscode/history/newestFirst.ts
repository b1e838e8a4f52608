/**
 * The entries of several consoles are sorted, the newest first. The order of each journal has priority over the times.
 * An entry with an earlier time than the one before was made after the clock was set back.
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
