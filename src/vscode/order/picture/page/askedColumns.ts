import type { FromPage } from '../pictureMessages.ts';
import type { PictureState } from './pictureState.ts';

/** The columns whose cells were asked for, in a picture, and in the move that is looked at. */
export class AskedColumns {
  readonly #send: (message: FromPage) => void;
  #cells = new Set<number>();
  #preview = new Set<number>();

  constructor(send: (message: FromPage) => void) {
    this.#send = send;
  }

  /** Another picture, of which nothing is known. */
  forget(): void {
    this.#cells = new Set();
    this.#preview = new Set();
  }

  /** Another move is looked at. */
  forgetMove(): void {
    this.#preview = new Set();
  }

  /** Asks for the cells in sight that are not known. */
  need({ picture: { version }, move }: PictureState, needed: readonly number[]): void {
    const columns = needed.filter((column) => !this.#cells.has(column));
    if (columns.length > 0) {
      columns.forEach((column) => this.#cells.add(column));
      this.#send({ kind: 'cells', version, columns });
    }
    if (move && needed.some((column) => !this.#preview.has(column))) {
      this.#preview = new Set(needed);
      this.#send({ kind: 'preview', version, rules: move.rules, to: move.to, columns: needed });
    }
  }
}
