import { element } from '../../../table/page/elements.ts';
import { oncePerFrame } from '../../../table/page/oncePerFrame.ts';
import { gridLayout, type GridLayout } from './gridLayout.ts';
import { cellId, headCells, rowElement } from './gridParts.ts';
import type { PictureState, Place } from './pictureState.ts';
import { textTitles } from './pictureTexts.ts';

/** Rows and columns drawn beyond either edge. */
const margin = 6;

/**
 * A grid of which only the cells in sight exist, and of these only those that say something. The grid keeps the focus; the
 * active cell is told to screen readers by `aria-activedescendant`.
 */
export class PictureGrid {
  readonly element: HTMLElement;
  /** After the cells in sight became others. */
  readonly #onDraw: () => void;
  readonly #header = element('div', { role: 'row', class: 'row header', 'aria-rowindex': '1' });
  readonly #body = element('div', { role: 'rowgroup', class: 'body' });
  readonly #drawn = new Map<number, HTMLElement>();
  readonly #widths = new TextWidths();
  #state: PictureState;
  #layout: GridLayout;
  #row = 0;
  #column = 0;
  /** The column of the active cell, which may stand elsewhere when others step aside. */
  #active: number | undefined;
  #window = '';
  #heads = '';
  readonly #later = oncePerFrame(() => this.#draw());

  constructor(state: PictureState, onDraw: () => void) {
    this.#state = state;
    this.#onDraw = onDraw;
    this.element = element(
      'div',
      { role: 'grid', class: 'grid', tabindex: '0', 'aria-readonly': 'true', 'aria-multiselectable': 'true' },
      element('div', { role: 'rowgroup', class: 'head' }, this.#header),
      this.#body,
    );
    this.#layout = gridLayout(state, this.element, this.#widths.in(this.element));
    this.element.addEventListener('scroll', () => this.#later(), { passive: true });
    new ResizeObserver(() => {
      this.refresh();
      this.#bringIntoSight();
    }).observe(this.element);
  }

  get place(): Place {
    return { row: this.#row, column: this.#column };
  }

  /** The rule of the active row; undefined in the header. */
  get rule(): number | undefined {
    return this.#state.rows[this.#row];
  }

  /** The column of the active cell; undefined at the names of the rules. */
  get column(): number | undefined {
    return this.#state.choices.asText ? undefined : this.#state.columns[this.#column - 1];
  }

  /** Columns whose cells are seen; of words, those that rules in sight name first. */
  get seen(): readonly number[] {
    const state = this.#state;
    const { choices, columns, looked, rows } = state;
    if (!choices.asText) {
      return columns.slice(...this.#columnsInSight());
    }
    const named = [...this.#drawn.keys()].flatMap((row) => state.ownOf(rows[row] ?? state.rest));
    return [...new Set([...named, ...looked])];
  }

  /** Draws everything anew: other rows, other columns, other cells. `rule`: whose row is to be the active one. */
  refresh(state = this.#state, rule?: number): void {
    this.#state = state;
    const row = rule === undefined ? -1 : state.rows.indexOf(rule);
    this.#row = this.#rowIn(row === -1 ? this.#row : row);
    const { asText } = state.choices;
    const at = this.#active === undefined || asText ? -1 : state.columns.indexOf(this.#active);
    if (this.element.classList.contains('as-text') !== asText) {
      // Columns of words are no columns of marks.
      this.#column = 0;
      this.element.scrollLeft = 0;
    }
    this.#column = at === -1 ? Math.max(0, Math.min(this.#column, this.#last)) : at + 1;
    this.#window = '';
    if (row !== -1) {
      this.#bringIntoSight();
    }
    this.#draw();
  }

  focus(): void {
    this.element.focus();
  }

  /** A rule whose name is gone to has a mark in sight; `isOther`: it was not the active one before. */
  go(row: number, column: number, isOther = row !== this.#row): void {
    this.#row = this.#rowIn(row);
    this.#column = Math.max(0, Math.min(column, this.#last));
    this.#active = this.column;
    this.#bringIntoSight();
    if (isOther && this.#column === 0) {
      this.#bringMarkIntoSight();
    }
    this.#draw();
  }

  /** The nearest row that there is; where there is none, the first one that will be. */
  #rowIn(row: number): number {
    return row < 0 ? -1 : Math.max(0, Math.min(row, this.#state.rows.length - 1));
  }

  /** Makes the row of a rule the active one. */
  goTo(rule: number): void {
    const row = this.#state.rows.indexOf(rule);
    if (row !== -1) {
      this.go(row, this.#column, true);
    }
  }

  /** The cell under the pointer. */
  placeAt({ clientX, clientY }: MouseEvent): Place {
    const { left, top } = this.element.getBoundingClientRect();
    const { name, head, row: height, column: width } = this.#layout;
    const [x, y] = [clientX - left, clientY - top - head];
    const row = y < 0 ? -1 : Math.floor((y + this.element.scrollTop) / height);
    const column = x < name ? 0 : 1 + Math.floor((x - name + this.element.scrollLeft) / width);
    return { row: Math.min(row, this.#state.rows.length - 1), column: Math.min(column, this.#last) };
  }

  /** How many rows a page has. */
  get page(): number {
    const { head, row } = this.#layout;
    return Math.max(1, Math.floor((this.element.clientHeight - head) / row) - 1);
  }

  /** Whether the active cell stands for columns that are only counted. */
  get isAtMore(): boolean {
    const { choices, more } = this.#state;
    return choices.asText && more > 0 && this.#column === this.#last;
  }

  /** The last place of a row. */
  get #last(): number {
    const state = this.#state;
    return state.choices.asText ? textTitles(state).length : state.columns.length;
  }

  #columnsInSight(): [first: number, last: number] {
    const { scrollLeft, clientWidth } = this.element;
    const { size } = this.#layout;
    const first = Math.max(0, Math.floor(scrollLeft / size) - margin);
    const count = Math.ceil(clientWidth / size) + 2 * margin;
    return [first, Math.min(first + count, this.#state.columns.length)];
  }

  #draw(): void {
    const { rows, choices } = this.#state;
    const grid = this.element;
    if (this.#window === '') {
      this.#layOut();
    }
    const inSight: [number, number] = choices.asText ? [0, this.#last] : this.#columnsInSight();
    const window = inSight.join(' ');
    if (window !== this.#window) {
      this.#window = window;
      this.#drawn.clear();
      this.#body.replaceChildren();
    }
    this.#drawHeader(inSight);
    const { row: height } = this.#layout;
    const top = Math.max(0, Math.floor(grid.scrollTop / height) - margin);
    const bottom = Math.min(top + Math.ceil(grid.clientHeight / height) + 2 * margin, rows.length);
    const wanted = new Set<number>();
    for (let row = top; row < bottom; row++) {
      wanted.add(row);
    }
    // The active cell has to exist for the screen reader, wherever the picture was scrolled to.
    if (this.#row >= 0 && this.#row < rows.length) {
      wanted.add(this.#row);
    }
    for (const [row, drawn] of this.#drawn) {
      // A row that was or is active has a cell of its own.
      if (!wanted.has(row) || row === this.#row || drawn.classList.contains('active')) {
        drawn.remove();
        this.#drawn.delete(row);
      }
    }
    for (const row of wanted) {
      if (!this.#drawn.has(row)) {
        const drawn = rowElement(this.#state, row, inSight, row === this.#row ? this.#column : undefined);
        drawn.style.transform = `translateY(${row * height}px)`;
        this.#place(drawn);
        this.#drawn.set(row, drawn);
        this.#body.append(drawn);
      }
    }
    grid.setAttribute('aria-rowcount', String(rows.length + 1));
    grid.setAttribute('aria-colcount', String(this.#last + 1));
    this.#mark();
    this.#onDraw();
  }

  #layOut(): void {
    const grid = this.element;
    const { asText } = this.#state.choices;
    grid.classList.toggle('as-text', asText);
    const layout = (this.#layout = gridLayout(this.#state, grid, this.#widths.in(grid)));
    for (const part of ['size', 'row', 'name', 'head', 'column', 'font'] as const) {
      grid.style.setProperty(`--${part}`, `${layout[part]}px`);
    }
    this.#header.style.width = `${layout.width}px`;
    this.#body.style.width = `${layout.width}px`;
    this.#body.style.height = `${layout.height}px`;
  }

  /** Turned words are slow to lay out: they stay as long as they are the same. */
  #drawHeader([first, last]: readonly [number, number]): void {
    const shown = new Set(Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at));
    const { columns, more, choices, picture } = this.#state;
    if (this.#column > 0 && this.#column <= columns.length) {
      shown.add(this.#column - 1);
    }
    const { name, head, column, width } = this.#layout;
    const heads = [picture.version, choices.asText, more, name, head, column, width].join(' ');
    const drawn = `${heads} ${[...shown].map((at) => columns[at]).join(' ')}`;
    if (drawn !== this.#heads) {
      this.#heads = drawn;
      this.#header.replaceChildren(...headCells(this.#state, shown));
      this.#place(this.#header);
    }
  }

  /** Puts the cells of a row to where their columns are. */
  #place(row: HTMLElement): void {
    const { name, column } = this.#layout;
    for (const cell of row.children) {
      const at = cell instanceof HTMLElement ? Number(cell.dataset['at'] ?? -1) : -1;
      if (cell instanceof HTMLElement && at >= 0) {
        cell.style.left = `${name + at * column}px`;
      }
    }
  }

  /** Shows which cell is active. */
  #mark(): void {
    this.element.querySelector('.cell.current')?.classList.remove('current');
    const id = cellId(this.#row, this.#column);
    const current = document.getElementById(id);
    current?.classList.add('current');
    if (current) {
      this.element.setAttribute('aria-activedescendant', id);
    } else {
      this.element.removeAttribute('aria-activedescendant');
    }
  }

  /** The first mark of the active rule; a move that is looked at leaves columns where they are. */
  #bringMarkIntoSight(): void {
    const { rule } = this;
    const { choices, move } = this.#state;
    if (rule === undefined || choices.asText || move) {
      return;
    }
    const { name, column: width } = this.#layout;
    const { scrollLeft, clientWidth } = this.element;
    const first = this.#state.firstMark(rule);
    if (first === undefined) {
      return;
    }
    const left = first * width;
    if (left < scrollLeft || left + width > scrollLeft + clientWidth - name) {
      this.element.scrollLeft = left - width;
    }
  }

  #bringIntoSight(): void {
    const grid = this.element;
    const { head, row: rowHeight, name, column: columnWidth } = this.#layout;
    const height = grid.clientHeight - head - rowHeight;
    const top = this.#row * rowHeight;
    if (this.#row >= 0 && top < grid.scrollTop) {
      grid.scrollTop = top;
    } else if (this.#row >= 0 && top > grid.scrollTop + height) {
      grid.scrollTop = top - height;
    }
    const width = grid.clientWidth - name - columnWidth;
    const left = (this.#column - 1) * columnWidth;
    if (this.#column > 0 && left < grid.scrollLeft) {
      grid.scrollLeft = left;
    } else if (this.#column > 0 && left > grid.scrollLeft + width) {
      grid.scrollLeft = left - width;
    }
  }
}

/** Widths of texts in the font of an element, in pixels; each is measured once. */
class TextWidths {
  readonly #context = element('canvas').getContext('2d');
  readonly #known = new Map<string, number>();
  #font = '';

  /** Measures texts in the present font of an element. Sizes are in pixels. */
  in(of: HTMLElement): (text: string, size: number) => number {
    const { fontFamily } = getComputedStyle(of);
    return (text, size) => {
      const font = `${size}px ${fontFamily}`;
      const context = this.#context;
      if (context && font !== this.#font) {
        this.#font = font;
        this.#known.clear();
        context.font = font;
      }
      const width = this.#known.get(text) ?? context?.measureText(text).width ?? 0;
      this.#known.set(text, width);
      return width;
    };
  }
}
