import { element, setText } from '../../../table/page/elements.ts';
import type { PictureState } from './pictureState.ts';
import { activeText, countWords, moveSentences, moveWords, selectionWords } from './pictureTexts.ts';
import type { FromPage, ToPage } from '../pictureMessages.ts';
import type { PictureGrid } from './pictureGrid.ts';

/** The texts below a picture, and the part for screen readers. */
export class StatusRegions {
  readonly about = element('div', { class: 'about', role: 'region' });
  readonly #count = element('p', { class: 'status' });
  /** Important texts for screen readers. */
  readonly #spoken = element('p', { role: 'status', class: 'spoken', 'aria-live': 'polite' });
  /** The last event. */
  lastEvent = '';

  get elements(): readonly HTMLElement[] {
    return [this.about, this.#count, this.#spoken];
  }

  /** Sentences about what is active. */
  showSentences(sentences: readonly string[]): void {
    this.about.classList.remove('preview', 'weaker');
    this.about.replaceChildren(...sentences.map((sentence) => element('p', {}, sentence)));
  }

  /** The move that is looked at. */
  showMove(state: PictureState): void {
    const { move } = state;
    if (move) {
      this.about.classList.add('preview');
      this.about.classList.toggle('weaker', move.isWeaker);
      this.about.replaceChildren(
        ...moveSentences(state).map(([sentence, look]) => element('p', { class: look }, sentence)),
      );
      this.update(state);
    }
  }

  /** One line that is also spoken: how much is shown, and what just happened. */
  update(state: PictureState): void {
    const [selected, count] = [selectionWords(state), countWords(state)];
    setText(this.#count, [this.lastEvent, selected, count].filter((part) => part !== '').join(' · '));
    const text = [moveWords(state), this.lastEvent, selected, count].find((part) => part !== '') ?? '';
    if (this.#spoken.textContent !== text) {
      setText(this.#spoken, text);
    }
  }
}

/** Keys rest this long before sentences about a cell are asked for, in milliseconds. */
const restMs = 80;

/** Sentences about what is active: of marks the extension knows them, of texts the page. */
export class ActiveSentences {
  readonly #status: StatusRegions;
  readonly #send: (message: FromPage) => void;
  #request = 0;
  #timer: number | undefined;

  constructor(status: StatusRegions, send: (message: FromPage) => void) {
    this.#status = status;
    this.#send = send;
  }

  /** Whether something is about to be asked. */
  get isPending(): boolean {
    return this.#timer !== undefined;
  }

  /** When keys rest; nothing while a move is looked at. */
  ask(state: PictureState, grid: PictureGrid, onRest: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (state.move) {
        return;
      }
      onRest();
      this.#request += 1;
      const { rule, column, place } = grid;
      const text = activeText(state, rule, place.column);
      if (text !== undefined) {
        // Its cell may be too narrow for it.
        this.#status.showSentences([text]);
        return;
      }
      this.#send({
        kind: 'about',
        version: state.picture.version,
        request: this.#request,
        ...(rule !== undefined && { rule }),
        ...(column !== undefined && { column }),
      });
    }, restMs);
  }

  learn({ request, sentences }: Extract<ToPage, { kind: 'about' }>): void {
    if (request === this.#request) {
      this.#status.showSentences(sentences);
    }
  }
}
