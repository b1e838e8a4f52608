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
  pageOf({ size }: PictureState): number {
    return Math.max(1, Math.floor(this.#frame.height / size.row) - 1);
  }

  /** The cell under the pointer. */
  placeAt({ rows, columns, size }: PictureState, { clientX, clientY }: MouseEvent): Place {
    const { left, top } = this.element.getBoundingClientRect();
    const { name, column: width } = this.#widths(size.column);
    const [x, y] = [clientX - left, clientY - top - this.#frame.header.offsetHeight];
    const row = y < 0 ? -1 : Math.floor((y + this.element.scrollTop) / size.row);
    const column = x < name ? 0 : 1 + Math.floor((x - name + this.element.scrollLeft) / width);
    return { row: Math.min(row, rows.length - 1), column: Math.min(column, columns.length) };
  }

  /** Draws the cells in sight. Returns the columns whose cells are needed, the most important first. */
  draw(state: PictureState): readonly number[] {
    this.#layOut(state);
    const needed = this.#drawCells(state);
    return this.#bringIntoSight(state) ? this.#drawCells(state) : needed;
  }

  #drawCells(state: PictureState): readonly number[] {
    const { rows, columns, choices, size, place, picture, found } = state;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.element;
    const drawnRows = placesInSight(scrollTop, clientHeight, size.row, rows.length, place.row);
    const drawn = choices.asText
      ? []
      : placesInSight(scrollLeft, clientWidth, size.column, columns.length, place.column - 1);
    this.#drawHeader(state, drawn);
    this.#frame.body.replaceChildren(...drawnRows.map((row) => rowElement(state, row, drawn)));
    this.#frame.mark(place);
    if (!choices.asText) {
      return drawn.map((at) => columns[at] ?? 0);
    }
    const named = new Set(drawnRows.flatMap((row) => picture.rules[rows[row] ?? -1]?.columns ?? []));
    return [...found.filter((column) => named.has(column)), ...found];
  }

  #layOut({ picture, rows, columns, choices, size }: PictureState): void {
    const { element: grid } = this;
    const { rules } = picture;
    grid.classList.toggle('as-text', choices.asText);
    grid.setAttribute('aria-label', picture.title);
    grid.setAttribute('aria-rowcount', String(rows.length + 1));
    grid.setAttribute('aria-colcount', String(columns.length + 1));
    const variables: Readonly<Record<string, number | string>> = {
      size: `${size.column}px`,
      row: `${size.row}px`,
      font: `${Math.max(10, Math.min(13, size.row - 4))}px`,
      names: longestOf(rules.map(({ name }) => name)) + String(rules.length).length + 3,
      heads: longestOf(choices.asText ? [] : columns.map((column) => headText(picture.columns[column]))),
      rows: rows.length,
      columns: columns.length,
    };
    Object.entries(variables).forEach(([name, value]) => grid.style.setProperty(`--${name}`, String(value)));
  }

  /** Turned words are slow to lay out: they stay while they are the same. */
  #drawHeader(state: PictureState, drawn: readonly number[]): void {
    const { picture, choices, columns } = state;
    const heads = [picture.version, choices.asText, ...drawn.map((at) => `${at}:${columns[at]}`)].join(' ');
    if (heads !== this.#heads) {
      this.#heads = heads;
      this.#frame.header.replaceChildren(...headCells(state, drawn));
    }
  }

  /** Scrolls to the active cell when another cell is active, or the grid looks different. Returns whether it scrolled. */
  #bringIntoSight(state: PictureState): boolean {
    const { place, size, choices, columns, picture, rule, move } = state;
    const grid = this.element;
    const { clientWidth, clientHeight, scrollTop, scrollLeft } = grid;
    const shown = `${picture.list} ${columns.length} ${size.column} ${choices.asText} ${clientWidth} ${clientHeight}`;
    const inSight = `${shown} ${place.row} ${place.column} ${columns[place.column - 1]}`;
    if (inSight === this.#inSight) {
      return false;
    }
    this.#inSight = inSight;
    if (place.row >= 0) {
      const top = place.row * size.row;
      grid.scrollTop = scrolledTo(top, top + size.row, scrollTop, this.#frame.height);
    }
    const { name, column: width } = this.#widths(size.column);
    if (place.column > 0) {
      const left = (place.column - 1) * width;
      grid.scrollLeft = scrolledTo(left, left + width, scrollLeft, clientWidth - name);
    } else if (rule !== undefined && !choices.asText && !move) {
      // At the name of a rule its first mark is in sight, with the marks behind it.
      const left = (state.firstMark(rule) ?? scrollLeft / width) * width;
      if (left < scrollLeft || left + width > scrollLeft + clientWidth - name) {
        grid.scrollLeft = left - width;
      }
    }
    return grid.scrollTop !== scrollTop || grid.scrollLeft !== scrollLeft;
  }

  /** The widths of the names of rules and of another column, in pixels. */
  #widths(ofMarks: number): { readonly name: number; readonly column: number } {
    const [name, text] = [...this.#frame.header.children].map((head) => head.getBoundingClientRect().width);
    const { classList } = this.element;
    return { name: name ?? 0, column: (classList.contains('as-text') ? text : undefined) ?? ofMarks };
  }
}

function longestOf(texts: readonly string[]): number {
  return texts.reduce((longest, { length }) => Math.max(longest, length), 8);
}
