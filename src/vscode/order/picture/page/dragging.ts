import type { Place } from '../../../table/page/gridKeys.ts';
import type { PressKind } from './pictureState.ts';

interface PointerEvents {
  /** The cell under the pointer. */
  placeAt(event: MouseEvent): Place;
  press(place: Place, kind: PressKind): void;
  /** Begins to drag the pressed rule. Returns false if it cannot be moved. */
  drag(): boolean;
  /** The dragged rules are over a row. */
  over(row: number): void;
  drop(): void;
}

/** A press that goes farther than this is a drag, in pixels. */
const threshold = 4;
/** The height of the edges at which a drag scrolls, in pixels. */
const edge = 28;

/** Rows are dragged by their names. Everything else drags the picture under the pointer. */
export function withPointer(element: HTMLElement, events: PointerEvents): void {
  let from: { x: number; y: number; left: number; top: number; place: Place; kind: PressKind } | undefined;
  let dragged: 'rules' | 'picture' | undefined;
  const end = (): void => {
    from = undefined;
    dragged = undefined;
    element.classList.remove('dragging', 'panning');
  };
  element.addEventListener('pointerdown', (event) => {
    const { clientX: x, clientY: y, shiftKey, ctrlKey, metaKey } = event;
    const { left, top } = element.getBoundingClientRect();
    const isOnScrollBar = x > left + element.clientWidth || y > top + element.clientHeight;
    if (event.button !== 0 || event.pointerType === 'touch' || isOnScrollBar) {
      return;
    }
    const place = events.placeAt(event);
    const kind = shiftKey ? 'range' : ctrlKey || metaKey ? 'also' : 'hold';
    events.press(place, kind);
    from = { x, y, left: element.scrollLeft, top: element.scrollTop, place, kind };
  });
  element.addEventListener('pointermove', (event) => {
    if (!from) {
      return;
    }
    const { clientX, clientY } = event;
    const { x, y, place } = from;
    if (!dragged && Math.max(Math.abs(clientX - x), Math.abs(clientY - y)) > threshold) {
      dragged = place.row >= 0 && place.column === 0 ? 'rules' : 'picture';
      if (dragged === 'rules' && !events.drag()) {
        end();
        return;
      }
      element.setPointerCapture(event.pointerId);
      element.classList.add(dragged === 'rules' ? 'dragging' : 'panning');
    }
    if (dragged === 'picture') {
      element.scrollTo({ left: from.left + x - clientX, top: from.top + y - clientY });
    } else if (dragged === 'rules') {
      const { top, bottom } = element.getBoundingClientRect();
      const by = clientY < top + edge * 3 ? -edge / 2 : clientY > bottom - edge ? edge / 2 : 0;
      element.scrollTop += by;
      events.over(Math.max(0, events.placeAt(event).row));
    }
  });
  element.addEventListener('pointerup', () => {
    const [pressed, ended] = [from, dragged];
    end();
    if (ended === 'rules') {
      events.drop();
    } else if (!ended && pressed?.kind === 'hold') {
      events.press(pressed.place, 'only');
    }
  });
  element.addEventListener('pointercancel', end);
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      end();
    }
  });
}
