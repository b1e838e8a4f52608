import { setTimeout as delay } from 'node:timers/promises';
import type { Disposable } from '../../core/util/disposable.ts';
import { HeldDraws } from './heldDraws.ts';
import { patienceMs, TreeDrawing, type DrawnRow } from './treeDrawing.ts';

/** How often, and how many times, it is looked whether rows are still being drawn. */
const lookMs = 20;
const mostLooks = 100;

/** What the editor got is in the window by then. */
const drawnMs = 250;

/** A box that opens has the keyboard by then. */
const heldMs = 1000;

/** Tells the editor which rows to draw anew, and tells it once more where it dropped that. */
export class TreeDraws<T extends DrawnRow> implements Disposable {
  readonly drawing = new TreeDrawing<T>();
  readonly #held: HeldDraws<T>;
  #listedAt = -Infinity;
  #look: NodeJS.Timeout | undefined;

  /** @param tell tells the editor which rows; undefined: all of them */
  constructor(tell: (rows: T[] | undefined) => void) {
    this.#held = new HeldDraws<T>((rows) => {
      this.drawing.began(rows);
      tell(rows);
      clearTimeout(this.#look);
      this.#look = setTimeout(() => this.#drawLost(), patienceMs + drawnMs);
    });
  }

  /** @param rows undefined: all of them */
  draw(rows: T[] | undefined): void {
    this.#held.draw(rows);
  }

  /** What was held back is drawn now. */
  release(): void {
    this.#held.release();
  }

  /** Follows a listing that the editor asked for. @param row undefined: what is on top */
  async listed(row: T | undefined, content: () => Promise<T[]>): Promise<T[]> {
    const listed = this.drawing.listing(row);
    let rows: T[] = [];
    try {
      rows = await content();
      return rows;
    } finally {
      if (listed(rows)) {
        this.draw(row && [row]);
      }
      this.#listedAt = performance.now();
    }
  }

  /** Once the editor has drawn what it was told to, or does not come to it. */
  async whenDrawn(): Promise<void> {
    for (let left = mostLooks; left > 0 && this.drawing.isOn; left--) {
      await delay(lookMs);
    }
  }

  /**
   * Once the editor has drawn what it was told to, and for a while nothing else is drawn: when it has drawn rows anew it gives the tree
   * the keyboard back, also from a box that opened just then.
   */
  async rest(): Promise<void> {
    await this.whenDrawn();
    this.#held.hold(heldMs);
    await delay(Math.max(0, this.#listedAt + drawnMs - performance.now()));
  }

  dispose(): void {
    clearTimeout(this.#look);
    this.#held.dispose();
  }

  #drawLost(): void {
    const lost = this.drawing.lost();
    if (lost.length > 0) {
      this.draw(lost.every((row) => row !== undefined) ? [...lost] : undefined);
    }
  }
}
