import type { FromPage } from '../pictureMessages.ts';
import type { PictureState } from './pictureState.ts';

/** Columns that are asked for at a time: what is not in sight any more is not worked out for nothing. */
const atOnce = 40;

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

  /** Asks for cells that are not known, some at a time: of columns that are seen, and then of all where these say what is shown. */
  need(state: PictureState, seen: readonly number[]): void {
    const { picture, cells, choices, looked, move } = state;
    const { version } = picture;
    const needed = new Set([...seen, ...(choices.onlyMatching || state.isNarrow ? looked : [])]);
    const open = this.#cells.size - cells.size;
    const columns = [...needed]
      .filter((column) => !this.#cells.has(column))
      .slice(0, Math.max(0, atOnce - open));
    if (columns.length > 0) {
      columns.forEach((column) => this.#cells.add(column));
      this.#send({ kind: 'cells', version, columns });
    }
    if (move && seen.some((column) => !this.#preview.has(column))) {
      this.#preview = new Set(seen);
      this.#send({ kind: 'preview', version, rules: move.rules, to: move.to, columns: seen });
    }
  }
}
