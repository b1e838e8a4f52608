import { lineText } from '../tableRows.ts';
import { element } from './elements.ts';
import { cellElement, GridFrame, cellPlaceOf, placesInSight, scrolledTo, oncePerFrame } from './gridFrame.ts';
import { placeAfterKey } from './gridKeys.ts';
import type { TableState } from './tableState.ts';

const rowHeight = 24;
/** The limits of the width of a column, in characters, and of the rows that it depends on. */
const MIN_WIDTH = 7;
const MAX_WIDTH = 56;
const MAX_SAMPLED_ROWS = 300;

/** The position is that of a reader in a grid. */
export interface GridPosition {
  readonly row: number;
  readonly column: number;
  readonly top: number;
  readonly left: number;
}

interface GridEvents {
  onSort(column: number): void;
  onOpen(row: number): void;
  onSelect(): void;
}

/** A grid of the rows in sight, which the reader selects and sorts. */
export class Grid {
  readonly element: HTMLElement;
  readonly #state: TableState;
  readonly #events: GridEvents;
  readonly #frame: GridFrame;
  readonly #drawn = new Map<number, HTMLElement>();
  /** The first row is active even before rows arrive; the header becomes active only by navigation. */
  #row = 0;
  #column = 0;
  #anchor = 0;
  #template = '';

  constructor(state: TableState, label: string, events: GridEvents) {
    this.#state = state;
    this.#events = events;
    this.#frame = new GridFrame(oncePerFrame(() => this.#draw()));
    this.element = this.#frame.element;
    this.element.setAttribute('aria-label', label);
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
    this.element.addEventListener('mousedown', (event) => this.#onMouse(event));
    this.element.addEventListener('dblclick', (event) => this.#onDouble(event));
  }

  /** The grid draws everything again after a change of rows, order or columns. */
  refresh(position?: GridPosition): void {
    const { shown, visible, columns, choices } = this.#state;
    if (position) {
      this.#row = position.row;
      this.#column = position.column;
    }
    this.#row = Math.min(this.#row, Math.max(0, shown.length - 1));
    this.#column = Math.max(0, Math.min(this.#column, visible.length - 1));
    this.element.setAttribute('aria-rowcount', String(shown.length + 1));
    this.element.setAttribute('aria-colcount', String(visible.length));
    this.#template = visible.map((column) => `${this.#widthOf(column)}ch`).join(' ');
    this.#frame.header.replaceChildren(
      ...visible.map((column, index) => {
        const title = columns[column]?.title ?? '';
        const sorted = choices.sort?.column === column ? choices.sort : undefined;
        const mark = element(
          'span',
          { class: 'mark', 'aria-hidden': 'true' },
          sorted ? (sorted.descending ? '▼' : '▲') : '',
        );
        return cellElement(
          { row: -1, column: index },
          {
            role: 'columnheader',
            class: `cell ${columns[column]?.kind ?? 'text'}`,
            'aria-sort': sorted ? (sorted.descending ? 'descending' : 'ascending') : 'none',
            title,
          },
          title,
          mark,
        );
      }),
    );
    this.#frame.header.style.gridTemplateColumns = this.#template;
    this.#frame.body.style.height = `${shown.length * rowHeight}px`;
    this.#forget();
    if (position) {
      this.element.scrollTo({ top: position.top, left: position.left });
    }
    this.#draw();
  }

  get position(): GridPosition {
    const { scrollTop: top, scrollLeft: left } = this.element;
    return { row: this.#row, column: this.#column, top, left };
  }

  focus(): void {
    this.element.focus();
  }

  get activeRow(): number | undefined {
    return this.#state.shown[this.#row];
  }

  #widthOf(column: number): number {
    const { columns, rows } = this.#state;
    let longest = (columns[column]?.title.length ?? 0) + 3;
    for (let place = 0; place < Math.min(rows.length, MAX_SAMPLED_ROWS); place++) {
      longest = Math.max(longest, lineText(this.#state.textAt(place, column)).length + 2);
    }
    return Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, longest));
  }

  #forget(): void {
    this.#frame.body.replaceChildren();
    this.#drawn.clear();
  }

  #draw(): void {
    const { shown } = this.#state;
    const { scrollTop, clientHeight } = this.element;
    const inSight = new Set(placesInSight(scrollTop, clientHeight, rowHeight, shown.length, this.#row));
    for (const [row, drawn] of this.#drawn) {
      if (!inSight.has(row)) {
        drawn.remove();
        this.#drawn.delete(row);
      }
    }
    const made: HTMLElement[] = [];
    for (const row of inSight) {
      if (!this.#drawn.has(row)) {
        const drawn = this.#rowElement(row);
        this.#drawn.set(row, drawn);
        made.push(drawn);
      }
    }
    this.#frame.body.append(...made);
    this.#mark();
  }

  #rowElement(row: number): HTMLElement {
    const place = this.#state.shown[row] ?? 0;
    const cells = this.#state.visible.map((column, index) => {
      const title = this.#state.titleAt(place, column);
      const kind = this.#state.columns[column]?.kind ?? 'text';
      return cellElement(
        { row, column: index },
        { role: 'gridcell', class: `cell ${kind}`, ...(title === undefined ? {} : { title }) },
        lineText(this.#state.textAt(place, column)),
      );
    });
    const made = element(
      'div',
      {
        role: 'row',
        class: row % 2 === 1 ? 'row odd' : 'row',
        'aria-rowindex': String(row + 2),
      },
      ...cells,
    );
    made.style.transform = `translateY(${row * rowHeight}px)`;
    made.style.gridTemplateColumns = this.#template;
    return made;
  }

  /** Shows which cell is active and which rows are selected. */
  #mark(): void {
    for (const [row, drawn] of this.#drawn) {
      const selected = this.#state.selected.has(this.#state.shown[row] ?? -1);
      drawn.setAttribute('aria-selected', String(selected));
      drawn.classList.toggle('active', row === this.#row);
    }
    this.#frame.mark({ row: this.#row, column: this.#column });
  }

  #go(row: number, column: number, extend = false): void {
    const { shown, visible, selected } = this.#state;
    // A grid without rows has the header and the place of the first row.
    this.#row = Math.max(-1, Math.min(row, Math.max(0, shown.length - 1)));
    this.#column = Math.max(0, Math.min(column, visible.length - 1));
    if (extend && this.#row >= 0) {
      selected.clear();
      const [from, to] = [Math.min(this.#anchor, this.#row), Math.max(this.#anchor, this.#row)];
      shown.slice(from, to + 1).forEach((place) => selected.add(place));
      this.#events.onSelect();
    } else {
      this.#anchor = Math.max(0, this.#row);
    }
    this.#bringIntoSight();
    this.#draw();
  }

  #bringIntoSight(): void {
    const grid = this.element;
    const header = this.#frame.header.children[this.#column];
    if (this.#row >= 0) {
      const top = this.#row * rowHeight;
      grid.scrollTop = scrolledTo(top, top + rowHeight, grid.scrollTop, this.#frame.height);
    }
    if (header instanceof HTMLElement) {
      const right = header.offsetLeft + header.offsetWidth;
      grid.scrollLeft = scrolledTo(header.offsetLeft, right, grid.scrollLeft, grid.clientWidth);
    }
  }

  #select(change: (selected: Set<number>) => void): void {
    change(this.#state.selected);
    this.#events.onSelect();
    this.#mark();
  }

  #onKey(event: KeyboardEvent): void {
    const { shown } = this.#state;
    const limits = {
      last: shown.length - 1,
      page: Math.max(1, Math.floor(this.#frame.height / rowHeight) - 1),
    };
    const next = placeAfterKey(event, { row: this.#row, column: this.#column }, limits);
    const keys: Readonly<Record<string, () => void>> = {
      Enter: () => this.#enter(),
      ' ': () => (this.#row < 0 ? this.#enter() : this.#toggle()),
      Escape: () => this.#select((selected) => selected.clear()),
      ...((event.ctrlKey || event.metaKey) && {
        a: () => this.#select((selected) => shown.forEach((place) => selected.add(place))),
      }),
    };
    const action = next ? () => this.#go(next.row, next.column, next.isExtending) : keys[event.key];
    if (action && !event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      action();
    }
  }

  #enter(): void {
    if (this.#row < 0) {
      this.#sort(this.#column);
    } else if (this.activeRow !== undefined) {
      this.#events.onOpen(this.activeRow);
    }
  }

  #toggle(): void {
    const place = this.activeRow;
    if (place !== undefined) {
      this.#select((selected) => (selected.has(place) ? selected.delete(place) : selected.add(place)));
    }
  }

  #sort(index: number): void {
    const column = this.#state.visible[index];
    if (column !== undefined) {
      this.#events.onSort(column);
    }
  }

  #onMouse(event: MouseEvent): void {
    const at = cellPlaceOf(event.target);
    if (!at || event.button !== 0) {
      return;
    }
    if (at.row < 0) {
      this.#go(-1, at.column);
      this.#sort(at.column);
      return;
    }
    if (event.shiftKey) {
      // The browser would mark the text up to here as well, and copying would take that instead of the rows.
      event.preventDefault();
      getSelection()?.removeAllRanges();
      this.element.focus({ preventScroll: true });
    }
    this.#go(at.row, at.column, event.shiftKey);
    if (event.ctrlKey || event.metaKey) {
      this.#toggle();
    } else if (!event.shiftKey) {
      const place = this.activeRow;
      this.#select((selected) => {
        selected.clear();
        if (place !== undefined) {
          selected.add(place);
        }
      });
    }
  }

  #onDouble(event: MouseEvent): void {
    const at = cellPlaceOf(event.target);
    const place = at && this.#state.shown[at.row];
    if (place !== undefined) {
      this.#events.onOpen(place);
    }
  }
}
