import type { PictureState } from './pictureState.ts';
import { textTitles } from './rowTexts.ts';

/** Widths and heights of cells, in pixels. */
export const sizes = [14, 18, 24, 30, 40] as const;

const leastTextWidth = 220;
/** Of a character, about. */
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

export function gridLayout(
  state: PictureState,
  grid: { readonly clientWidth: number; readonly clientHeight: number },
): GridLayout {
  const { choices, picture, columns, rows } = state;
  const { asText } = choices;
  const texts = asText ? textTitles(state).length : 0;
  const size = sizes[choices.size] ?? sizes[2];
  const row = Math.max(size, asText ? 24 : 0);
  const name = nameWidth(picture.rules, grid.clientWidth);
  const column = asText ? Math.max(leastTextWidth, Math.floor((grid.clientWidth - name - 10) / texts)) : size;
  const across = (asText ? texts : columns.length) * column;
  return {
    size,
    row,
    name,
    column,
    head: asText
      ? 28
      : headHeight(
          columns.map((at) => picture.columns[at]?.names[0] ?? ''),
          grid.clientHeight,
        ),
    width: name + across + 8,
    height: rows.length * row + 8,
    font: Math.max(10, Math.min(13, row - 4)),
  };
}

function nameWidth(rules: PictureState['picture']['rules'], available: number): number {
  let longest = 8;
  for (let place = 0; place < Math.min(rules.length, sampled); place++) {
    longest = Math.max(longest, rules[place]?.name.length ?? 0);
  }
  const digits = String(rules.length).length + 3;
  return Math.min((longest + digits) * characterWidth + 16, Math.max(110, available * 0.4), 320);
}

function headHeight(names: readonly string[], available: number): number {
  const longest = names.reduce((most, { length }) => Math.max(most, length), 4);
  return Math.min(longest * characterWidth + 20, Math.max(70, Math.min(190, available * 0.35)));
}
