import type { FromPage, ToPage } from '../pictureMessages.ts';
import type { PictureGrid } from './pictureGrid.ts';
import type { PictureState } from './pictureState.ts';
import { activeText } from './rowTexts.ts';
import type { Said } from './said.ts';

/** Keys rest this long before sentences about a cell are asked for, in milliseconds. */
const restMs = 80;

/** Sentences about what is active: of marks the extension knows them, of texts the page. */
export class ActiveWords {
  readonly #said: Said;
  readonly #send: (message: FromPage) => void;
  #request = 0;
  #timer: number | undefined;

  constructor(said: Said, send: (message: FromPage) => void) {
    this.#said = said;
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
        this.#said.sayAbout([text]);
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
      this.#said.sayAbout(sentences);
    }
  }
}
