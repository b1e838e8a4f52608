import type { PictureState } from './pictureState.ts';

/** Where a reader is: row -1 is the header, column 0 is the name of the rule. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** Where the reader is, as it is kept: a picture may be another one later. */
export interface Here {
  readonly list: string;
  readonly place: Place;
  /** Names of the rule and of the collection, which may stand elsewhere later. */
  readonly rule: string | undefined;
  readonly column: string | undefined;
  /** How many rules of that name are above it. */
  readonly alike?: number;
}

/** What of a grid is active. */
interface Active {
  readonly place: Place;
  readonly rule: number | undefined;
  readonly column: number | undefined;
}

export function hereIn({ picture }: PictureState, grid: Active): Here {
  const rule = picture.rules[grid.rule ?? -1]?.name;
  return {
    list: picture.list,
    place: grid.place,
    rule,
    column: picture.columns[grid.column ?? -1]?.names[0],
    alike: picture.rules.slice(0, grid.rule).filter(({ name }) => name === rule).length,
  };
}

/** The reader stays at the rule and the collection, wherever they are now: of rules with one name at the same of them. */
export function placeIn(
  { picture, rows, columns }: PictureState,
  { place, rule, column, alike = 0 }: Here,
): Place {
  const named = [...picture.rules.keys()].filter((at) => picture.rules[at]?.name === rule);
  const row = rows.indexOf(named[alike] ?? named.at(-1) ?? -1);
  const at =
    column === undefined ? -1 : columns.findIndex((one) => picture.columns[one]?.names.includes(column));
  return { row: row === -1 ? place.row : row, column: at === -1 ? place.column : at + 1 };
}
