import type { PictureGrid, Place } from './pictureGrid.ts';
import type { PictureState } from './pictureState.ts';

/** Where the reader is. */
export interface Here {
  readonly list: string;
  readonly place: Place;
  /** Names of the rule and of the collection, which may stand elsewhere later. */
  readonly rule: string | undefined;
  readonly column: string | undefined;
}

export function hereIn({ picture }: PictureState, grid: PictureGrid): Here {
  return {
    list: picture.list,
    place: grid.place,
    rule: picture.rules[grid.rule ?? -1]?.name,
    column: picture.columns[grid.column ?? -1]?.names[0],
  };
}

/** The reader stays at the rule and the collection, wherever they are now. */
export function placeIn({ picture, rows, columns }: PictureState, { place, rule, column }: Here): Place {
  const isSame = rule === undefined || picture.rules[rows[place.row] ?? -1]?.name === rule;
  const row = isSame ? -1 : rows.indexOf(picture.rules.findIndex(({ name }) => name === rule));
  const at =
    column === undefined ? -1 : columns.findIndex((one) => picture.columns[one]?.names.includes(column));
  return { row: row === -1 ? place.row : row, column: at === -1 ? place.column : at + 1 };
}
