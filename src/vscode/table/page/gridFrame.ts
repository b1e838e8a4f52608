import { element } from './elements.ts';
import type { Place } from './gridKeys.ts';

/** Rows and columns drawn beyond either edge. */
const margin = 6;

/**
 * The elements of a grid in which only cells near the visible ones exist. The grid keeps the focus, and `aria-activedescendant`
 * names the active cell for screen readers.
 */
export class GridFrame {
  readonly element = element('div', {
    role: 'grid',
    class: 'grid',
    tabindex: '0',
    'aria-readonly': 'true',
    'aria-multiselectable': 'true',
  });
  readonly header = element('div', { role: 'row', class: 'row header', 'aria-rowindex': '1' });
  readonly body = element('div', { role: 'rowgroup', class: 'body' });

  /** @param onMoved other cells are in sight */
  constructor(onMoved: () => void) {
    this.element.append(element('div', { role: 'rowgroup', class: 'head' }, this.header), this.body);
    this.element.addEventListener('scroll', onMoved, { passive: true });
    new ResizeObserver(onMoved).observe(this.element);
  }

  /** The height of the rows in sight. */
  get height(): number {
    return this.element.clientHeight - this.header.offsetHeight;
  }

  /** Shows which cell is active. */
  mark(place: Place): void {
    this.element.querySelector('.cell.current')?.classList.remove('current');
    const id = cellId(place);
    const current = document.getElementById(id);
    current?.classList.add('current');
    if (current) {
      this.element.setAttribute('aria-activedescendant', id);
    } else {
      this.element.removeAttribute('aria-activedescendant');
    }
  }
}

export function cellElement(
  place: Place,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElement {
  const own = { id: cellId(place), 'aria-colindex': String(place.column + 1) };
  return element('div', { ...attributes, ...own }, ...children);
}

/** The cell that an element is part of. */
export function cellPlaceOf(target: EventTarget | null): Place | undefined {
  const cell = target instanceof Element ? target.closest('.cell') : undefined;
  const [, row, column] = /^cell\.(-?\d+)\.(\d+)$/.exec(cell?.id ?? '') ?? [];
  return row === undefined ? undefined : { row: Number(row), column: Number(column) };
}

function cellId({ row, column }: Place): string {
  return `cell.${row}.${column}`;
}

/** Places in sight and a little beyond, and the active one: it has to exist for the screen reader. */
export function placesInSight(
  scrolled: number,
  length: number,
  size: number,
  count: number,
  active: number,
): readonly number[] {
  const first = Math.max(0, Math.floor(scrolled / size) - margin);
  const last = Math.min(first + Math.ceil(length / size) + 2 * margin, count);
  const places = new Set(Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at));
  return [...(active >= 0 && active < count ? places.add(active) : places)];
}

/** The scrolled distance at which everything from `start` to `end` is in sight. */
export function scrolledTo(start: number, end: number, scrolled: number, length: number): number {
  return Math.max(Math.min(scrolled, start), end - length);
}

/** Puts work off until the next frame, and does it once however often it is asked for before. */
export function oncePerFrame(work: () => void): () => void {
  let isPending = false;
  return () => {
    if (!isPending) {
      isPending = true;
      requestAnimationFrame(() => {
        isPending = false;
        work();
      });
    }
  };
}
