/** What a tree is to draw anew, and a while in which it is not told: a tree that is drawn anew takes the keyboard that it had. */
export class HeldDraws<T> {
  readonly #draw: (rows: T[] | undefined) => void;
  readonly #rows = new Set<T>();
  #isAll = false;
  #release: NodeJS.Timeout | undefined;

  /** @param draw told which rows; undefined: all of them */
  constructor(draw: (rows: T[] | undefined) => void) {
    this.#draw = draw;
  }

  /** Tells what is to be drawn, now or together with all that comes while it is held. */
  draw(rows: T[] | undefined): void {
    if (!this.#release) {
      this.#draw(rows);
      return;
    }
    this.#isAll ||= rows === undefined;
    rows?.forEach((row) => this.#rows.add(row));
  }

  /** From now on, for so long. */
  hold(ms: number): void {
    clearTimeout(this.#release);
    this.#release = setTimeout(() => this.release(), ms);
  }

  /** Tells what came meanwhile. */
  release(): void {
    clearTimeout(this.#release);
    this.#release = undefined;
    const rows = [...this.#rows];
    const isAll = this.#isAll;
    this.#rows.clear();
    this.#isAll = false;
    if (isAll || rows.length > 0) {
      this.#draw(isAll ? undefined : rows);
    }
  }

  dispose(): void {
    clearTimeout(this.#release);
  }
}
