import type { Disposable } from './disposable.ts';

/** A function that subscribes; it has the shape of a VS Code event, so both are interchangeable. */
export type Event<T> = (listener: (value: T) => unknown) => Disposable;

export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => unknown>();

  readonly event: Event<T> = (listener) => {
    const own = (value: T): unknown => listener(value);
    this.#listeners.add(own);
    return { dispose: () => void this.#listeners.delete(own) };
  };

  fire(value: T): void {
    for (const listener of Array.from(this.#listeners)) {
      listener(value);
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
