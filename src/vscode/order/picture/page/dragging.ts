import type { Place } from './pictureState.ts';
import type { PictureGrid } from './pictureGrid.ts';

/** The selection after a press: the pressed row alone, a range, a toggled row, or no change. */
export type PressKind = 'only' | 'range' | 'also' | 'same';

interface DragEvents {
  /** A cell is pressed; what is selected is held. */
  press(place: Place, kind: PressKind): void;
  /** It was let go without being dragged. */
  click(place: Place): void;
  /** A row is held over another one. */
  onOver(row: Place['row']): void;
  /** It was let go. */
  onDrop(): void;
  /** Whether what is held can be moved at all. */
  begin(): boolean;
  /** Whether it is one of several that are selected. */
  isSelected(row: Place['row']): boolean;
}

/** From here on a press is a drag, in pixels. */
const threshold = 4;
/** Near an edge the picture scrolls by so much. */
const edge = 28;

/** With the pointer: rows are moved by their names, and everything else moves the picture under the pointer. */
export function withPointer(grid: PictureGrid, events: DragEvents): void {
  const { element } = grid;
  let from:
    { x: number; y: number; left: number; top: number; at: Place; row: boolean; kind: PressKind } | undefined;
  let dragging = false;
  const end = (): void => {
    from = undefined;
    dragging = false;
    element.classList.remove('dragging', 'panning');
  };
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || event.pointerType === 'touch') {
      return;
    }
    const at = grid.placeAt(event);
    // The scroll bar is beyond.
    const { left, top } = element.getBoundingClientRect();
    if (event.clientX > left + element.clientWidth || event.clientY > top + element.clientHeight) {
      return;
    }
    const place = { row: at.row, column: Math.max(0, at.column) };
    const kind = event.shiftKey
      ? 'range'
      : event.ctrlKey || event.metaKey
        ? 'also'
        : events.isSelected(at.row)
          ? 'same'
          : 'only';
    events.press(place, kind);
    from = {
      x: event.clientX,
      y: event.clientY,
      left: element.scrollLeft,
      top: element.scrollTop,
      at: place,
      kind,
      row: at.row >= 0 && at.column === 0,
    };
  });
  element.addEventListener('pointermove', (event) => {
    if (!from) {
      return;
    }
    const far = Math.max(Math.abs(event.clientX - from.x), Math.abs(event.clientY - from.y));
    if (!dragging && far > threshold) {
      if (from.row && !events.begin()) {
        from = undefined;
        return;
      }
      dragging = true;
      element.setPointerCapture(event.pointerId);
      element.classList.add(from.row ? 'dragging' : 'panning');
    }
    if (!dragging) {
      return;
    }
    if (!from.row) {
      element.scrollTo({ left: from.left + from.x - event.clientX, top: from.top + from.y - event.clientY });
      return;
    }
    const { top, bottom } = element.getBoundingClientRect();
    if (event.clientY < top + edge * 3) {
      element.scrollTop -= edge / 2;
    } else if (event.clientY > bottom - edge) {
      element.scrollTop += edge / 2;
    }
    events.onOver(Math.max(0, grid.placeAt(event).row));
  });
  element.addEventListener('pointerup', () => {
    const isDrop = dragging && from?.row === true;
    const clicked = dragging || from?.kind !== 'same' ? undefined : from.at;
    end();
    if (clicked) {
      events.click(clicked);
    }
    if (isDrop) {
      events.onDrop();
    }
  });
  element.addEventListener('pointercancel', end);
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      end();
    }
  });
}
