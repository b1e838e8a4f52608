import { GridFrame, placesInSight, scrolledTo } from '../../../table/page/gridFrame.ts';
import type { Place } from '../../../table/page/gridKeys.ts';
import { headCells, rowElement } from './gridParts.ts';
import type { PictureState } from './pictureState.ts';
import { headText } from './pictureTexts.ts';

/** A grid of the cells in sight that are not empty. Style sheets lay it out. */
export class PictureGrid {
  readonly #frame: GridFrame;
  readonly element: HTMLElement;
  #heads = '';
  /** The active cell and the look of the grid at the last scroll to the active cell. */
  #inSight = '';

  constructor(onMoved: () => void) {
    this.#frame = new GridFrame(onMoved);
    this.element = this.#frame.element;
  }

  /** The number of rows of a page. */
  pageOf({ choices: { cellSize } }: PictureState): number {
    return Math.max(1, Math.floor(this.#frame.height / cellSize) - 1);
  }

  /** The cell under the pointer. */
  placeAt({ rows, columns, choices: { cellSize } }: PictureState, { clientX, clientY }: MouseEvent): Place {
    const { left, top } = this.element.getBoundingClientRect();
    const names = this.#namesWidth;
    const [x, y] = [clientX - left, clientY - top - this.#frame.header.offsetHeight];
    const row = y < 0 ? -1 : Math.floor((y + this.element.scrollTop) / cellSize);
    const column = x < names ? 0 : 1 + Math.floor((x - names + this.element.scrollLeft) / cellSize);
    return { row: Math.min(row, rows.length - 1), column: Math.min(column, columns.length) };
  }

  /** Draws the cells in sight. */
  draw(state: PictureState): void {
    this.#layOut(state);
    this.#drawCells(state);
    if (this.#bringIntoSight(state)) {
      this.#drawCells(state);
    }
  }

  #drawCells(state: PictureState): void {
    const { rows, columns, place } = state;
    const { cellSize } = state.choices;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.element;
    const drawnRows = placesInSight(scrollTop, clientHeight, cellSize, rows.length, place.row);
    const drawn = placesInSight(scrollLeft, clientWidth, cellSize, columns.length, place.column - 1);
    this.#drawHeader(state, drawn);
    this.#frame.body.replaceChildren(...drawnRows.map((row) => rowElement(state, row, drawn)));
    this.#frame.mark(place);
  }

  #layOut({ picture, rows, columns, choices: { cellSize } }: PictureState): void {
    const { element: grid } = this;
    const { rules } = picture;
    grid.setAttribute('aria-label', picture.title);
    grid.setAttribute('aria-rowcount', String(rows.length + 1));
    grid.setAttribute('aria-colcount', String(columns.length + 1));
    const variables: Readonly<Record<string, number | string>> = {
      size: `${cellSize}px`,
      font: `${Math.max(10, Math.min(13, cellSize - 4))}px`,
      names: longestOf(rules.map(({ name }) => name)) + String(rules.length).length + 3,
      heads: longestOf(columns.map((column) => headText(picture.columns[column]))),
      rows: rows.length,
      columns: columns.length,
    };
    Object.entries(variables).forEach(([name, value]) => grid.style.setProperty(`--${name}`, String(value)));
  }

  /** Turned words are slow to lay out: they stay while they are the same. */
  #drawHeader(state: PictureState, drawn: readonly number[]): void {
    const { picture, columns } = state;
    const heads = [picture.version, ...drawn.map((at) => `${at}:${columns[at]}`)].join(' ');
    if (heads !== this.#heads) {
      this.#heads = heads;
      this.#frame.header.replaceChildren(...headCells(state, drawn));
    }
  }

  /** Scrolls to the active cell when another cell is active, or the grid looks different. Returns whether it scrolled. */
  #bringIntoSight(state: PictureState): boolean {
    const { place, columns, picture, rule, move } = state;
    const { cellSize } = state.choices;
    const grid = this.element;
    const { clientWidth, clientHeight, scrollTop, scrollLeft } = grid;
    const shown = `${picture.list} ${columns.length} ${cellSize} ${clientWidth} ${clientHeight}`;
    const inSight = `${shown} ${place.row} ${place.column} ${columns[place.column - 1]}`;
    if (inSight === this.#inSight) {
      return false;
    }
    this.#inSight = inSight;
    if (place.row >= 0) {
      const top = place.row * cellSize;
      grid.scrollTop = scrolledTo(top, top + cellSize, scrollTop, this.#frame.height);
    }
    const room = clientWidth - this.#namesWidth;
    if (place.column > 0) {
      const left = (place.column - 1) * cellSize;
      grid.scrollLeft = scrolledTo(left, left + cellSize, scrollLeft, room);
    } else if (rule !== undefined && !move) {
      // At the name of a rule its first mark is in sight, with the marks behind it.
      const left = (state.firstMark(rule) ?? scrollLeft / cellSize) * cellSize;
      if (left < scrollLeft || left + cellSize > scrollLeft + room) {
        grid.scrollLeft = left - cellSize;
      }
    }
    return grid.scrollTop !== scrollTop || grid.scrollLeft !== scrollLeft;
  }

  /** The width of the names of rules, in pixels. */
  get #namesWidth(): number {
    return this.#frame.header.firstElementChild?.getBoundingClientRect().width ?? 0;
  }
}

function longestOf(texts: readonly string[]): number {
  return texts.reduce((longest, { length }) => Math.max(longest, length), 8);
}
