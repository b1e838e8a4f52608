import { element } from '../../../table/page/elements.ts';
import { cellId, headCells, rowElement } from './gridParts.ts';
import type { PictureState, Place } from './pictureState.ts';
import { headText } from './pictureTexts.ts';

/** Rows and columns drawn beyond either edge. */
const margin = 6;

/**
 * A grid in which only the cells in sight exist, and of these only those with something to see. The grid keeps the focus, and
 * `aria-activedescendant` names the active cell for screen readers. Style sheets lay it out.
 */
export class PictureGrid {
  readonly element = element('div', {
    role: 'grid',
    class: 'grid',
    tabindex: '0',
    'aria-readonly': 'true',
    'aria-multiselectable': 'true',
  });
  readonly #header = element('div', { role: 'row', class: 'row header', 'aria-rowindex': '1' });
  readonly #body = element('div', { role: 'rowgroup', class: 'body' });
  #heads = '';
  /** The cell and the look of the grid that were brought into sight last. */
  #inSight = '';

  constructor() {
    this.element.append(element('div', { role: 'rowgroup', class: 'head' }, this.#header), this.#body);
  }

  /** How many rows a page has. */
  pageOf({ size }: PictureState): number {
    return Math.max(1, Math.floor((this.element.clientHeight - this.#header.offsetHeight) / size.row) - 1);
  }

  /** The cell under the pointer. */
  placeAt({ rows, columns, size }: PictureState, { clientX, clientY }: MouseEvent): Place {
    const { left, top } = this.element.getBoundingClientRect();
    const { name, column: width } = this.#widths(size.column);
    const [x, y] = [clientX - left, clientY - top - this.#header.offsetHeight];
    const row = y < 0 ? -1 : Math.floor((y + this.element.scrollTop) / size.row);
    const column = x < name ? 0 : 1 + Math.floor((x - name + this.element.scrollLeft) / width);
    return { row: Math.min(row, rows.length - 1), column: Math.min(column, columns.length) };
  }

  /** Draws the cells in sight. Answers the columns whose cells are needed, the most wanted first. */
  draw(state: PictureState): readonly number[] {
    this.#layOut(state);
    const needed = this.#drawCells(state);
    return this.#bringIntoSight(state) ? this.#drawCells(state) : needed;
  }

  #drawCells(state: PictureState): readonly number[] {
    const { rows, columns, choices, size, place, picture, found } = state;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.element;
    // The active cell has to exist for the screen reader, wherever the picture was scrolled to.
    const drawnRows = placesIn(scrollTop, clientHeight, size.row, rows.length, place.row);
    const drawn = choices.asText
      ? []
      : placesIn(scrollLeft, clientWidth, size.column, columns.length, place.column - 1);
    this.#drawHeader(state, drawn);
    this.#body.replaceChildren(...drawnRows.map((row) => rowElement(state, row, drawn)));
    this.#mark(place);
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
      this.#header.replaceChildren(...headCells(state, drawn));
    }
  }

  /** Shows which cell is active. */
  #mark({ row, column }: Place): void {
    this.element.querySelector('.cell.current')?.classList.remove('current');
    const id = cellId(row, column);
    const current = document.getElementById(id);
    current?.classList.add('current');
    if (current) {
      this.element.setAttribute('aria-activedescendant', id);
    } else {
      this.element.removeAttribute('aria-activedescendant');
    }
  }

  /** Scrolls to the active cell when another cell is active, or the grid looks different. Answers whether it scrolled. */
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
      const height = clientHeight - this.#header.offsetHeight;
      grid.scrollTop = scrolledTo(place.row, size.row, scrollTop, height);
    }
    const { name, column: width } = this.#widths(size.column);
    if (place.column > 0) {
      grid.scrollLeft = scrolledTo(place.column - 1, width, scrollLeft, clientWidth - name);
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
    const [name, text] = [...this.#header.children].map((head) => head.getBoundingClientRect().width);
    const { classList } = this.element;
    return { name: name ?? 0, column: (classList.contains('as-text') ? text : undefined) ?? ofMarks };
  }
}

/** Places in sight and a little beyond, and the active one. */
function placesIn(scrolled: number, length: number, size: number, count: number, active: number): number[] {
  const first = Math.max(0, Math.floor(scrolled / size) - margin);
  const last = Math.min(first + Math.ceil(length / size) + 2 * margin, count);
  const places = new Set(Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at));
  return [...(active >= 0 && active < count ? places.add(active) : places)];
}

/** The scrolled distance at which a place is in sight. */
function scrolledTo(place: number, size: number, scrolled: number, length: number): number {
  const start = place * size;
  return Math.max(Math.min(scrolled, start), start + size - length);
}

function longestOf(texts: readonly string[]): number {
  return texts.reduce((longest, { length }) => Math.max(longest, length), 8);
}
