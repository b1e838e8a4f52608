import { inertText } from '../../core/util/inertText.ts';
import type { Disposable } from '../../core/util/disposable.ts';

/** Where a message can stand and be taken away again: a view has such a place above its rows. */
export interface MessagePlace {
  message?: string | undefined;
}

/** Says how things are for as long as they are so; undefined when it is over. */
export type Condition = () => string | undefined;

/**
 * A message about how things are now. A notification tells what has happened, and stays true; one that says how things are
 * outlives them, as no one can take it back. So this stands in a view, and goes when it is not true any more.
 */
export class ConditionMessage implements Disposable {
  readonly #place: MessagePlace;
  #condition: Condition | undefined;

  constructor(place: MessagePlace) {
    this.#place = place;
  }

  /** Takes the place of what was said before. */
  show(condition: Condition): void {
    this.#condition = condition;
    this.update();
  }

  /** To be called whenever something has changed that a condition may speak of. */
  update(): void {
    const text = this.#condition?.();
    if (text === undefined) {
      this.#condition = undefined;
    }
    this.#place.message = text === undefined ? undefined : inertText(text);
  }

  dispose(): void {
    this.#condition = undefined;
    this.#place.message = undefined;
  }
}
