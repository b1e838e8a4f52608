import type { PictureState } from './pictureState.ts';
import { headText, textTitles } from './pictureTexts.ts';

/** Widths and heights of cells, in pixels. */
export const sizes = [14, 18, 24, 30, 40] as const;

const leastTextWidth = 200;
/** The typical width of a character, in pixels. */
const characterWidth = 7;
/** Names that are measured. */
const sampled = 400;

/** How wide and high the parts of a picture are, in pixels, in a grid of this size. */
export interface GridLayout {
  readonly size: number;
  readonly row: number;
  readonly name: number;
  readonly head: number;
  readonly column: number;
  readonly width: number;
  readonly height: number;
  readonly font: number;
}

/** The room of a grid for its picture. */
interface GridRoom {
  readonly clientWidth: number;
  readonly clientHeight: number;
}

/** @param measure the width of a text in the font of the grid, of so many pixels */
export function gridLayout(
  state: PictureState,
  grid: GridRoom,
  measure: (text: string, font: number) => number,
): GridLayout {
  const { choices, picture, columns, rows } = state;
  const { asText } = choices;
  const titles = asText ? textTitles(state) : [];
  const size = sizes[choices.size] ?? sizes[2];
  const row = Math.max(size, asText ? 24 : 0);
  const font = Math.max(10, Math.min(13, row - 4));
  const name = nameWidth(picture.rules, grid.clientWidth);
  const column = asText
    ? Math.max(leastTextWidth, Math.floor((grid.clientWidth - name - 10) / titles.length))
    : size;
  const across = (asText ? titles.length : columns.length) * column;
  const longest = longestOf(asText ? titles : columns.map((at) => headText(picture.columns[at])), (text) =>
    measure(text, asText ? 13 : font),
  );
  const height = rows.length * row + 8;
  return {
    size,
    row,
    name,
    column,
    // Words are bold, and go on in a second line; marks leave the names of columns the height that rows do not need.
    head: asText
      ? longest * 1.15 > column - 16
        ? 44
        : 28
      : Math.min(Math.max(48, longest + 14), mostHeight(grid.clientHeight, height)),
    width: name + across + 8,
    height,
    font,
  };
}

function longestOf(texts: readonly string[], measure: (text: string) => number): number {
  return texts.reduce((most, text) => Math.max(most, measure(text)), 0);
}

function mostHeight(available: number, ofRows: number): number {
  const usual = Math.max(70, Math.min(190, available * 0.35));
  return Math.max(usual, Math.min(available - ofRows - 24, available * 0.6));
}

function nameWidth(rules: PictureState['picture']['rules'], available: number): number {
  let longest = 8;
  for (let place = 0; place < Math.min(rules.length, sampled); place++) {
    longest = Math.max(longest, rules[place]?.name.length ?? 0);
  }
  const digits = String(rules.length).length + 3;
  return Math.min((longest + digits) * characterWidth + 16, Math.max(110, available * 0.4), 320);
}
