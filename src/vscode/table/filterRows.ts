/** One condition of a filter: rows need (or must not have) a cell with this text. */
export interface FilterTerm {
  /** In lower case; empty: the cell of the column is empty. */
  readonly text: string;
  readonly not: boolean;
  /** Place of the only column it looks at. */
  readonly column?: number;
  /** What was typed in front of a colon, and names no column. */
  readonly unknownColumn?: string;
}

/**
 * Reads what was typed: words that all have to be found, in any letter case; `-word` must not be found; `column:word`
 * looks at the column whose key or title begins so, and `column:""` finds its empty cells; double quotes keep blanks together, in the name of a column, too.
 */
export function readFilter(
  typed: string,
  columns: readonly { readonly key: string; readonly title: string }[],
): readonly FilterTerm[] {
  return [...typed.matchAll(/(-?)(?:(?:([^\s":]+)|"([^"]+)"):)?(?:"([^"]*)"?|(\S+))/g)].flatMap(
    ([whole, minus = '', bare, named, quoted, word]): readonly FilterTerm[] => {
      const name = bare ?? named;
      const column = name === undefined ? undefined : columnNamed(name, columns);
      const text = (quoted ?? word ?? '').toLowerCase();
      const not = minus !== '';
      if (name !== undefined && column === undefined) {
        // A colon that names no column is part of the word, as in `registry:5000`.
        const text = whole.slice(minus.length).replaceAll('"', '').toLowerCase();
        return [{ text, not, unknownColumn: name }];
      }
      return text === '' && (column === undefined || quoted === undefined)
        ? []
        : [{ text, not, ...(column === undefined ? {} : { column }) }];
    },
  );
}

/** `texts` are the cells of one row in lower case. */
export function passes(texts: readonly string[], terms: readonly FilterTerm[]): boolean {
  return terms.every(({ text, not, column }) => {
    const found =
      column === undefined
        ? texts.some((cell) => cell.includes(text))
        : text === ''
          ? (texts[column] ?? '') === ''
          : (texts[column]?.includes(text) ?? false);
    return found !== not;
  });
}

function columnNamed(
  name: string,
  columns: readonly { readonly key: string; readonly title: string }[],
): number | undefined {
  const wanted = name.toLowerCase();
  const place = columns.findIndex(
    ({ key, title }) => key.toLowerCase().startsWith(wanted) || title.toLowerCase().startsWith(wanted),
  );
  return place === -1 ? undefined : place;
}
