export interface Disposable {
  dispose(): void;
}

/**
 * Owns resources and disposes them last in, first out. A closed store disposes added resources at once. A
 * failing resource does not prevent the disposal of the others.
 */
export class DisposableStore implements Disposable {
  readonly #items: Disposable[];
  #closed = false;

  constructor(...items: Disposable[]) {
    this.#items = items;
  }

  get isDisposed(): boolean {
    return this.#closed;
  }

  add<T extends Disposable>(item: T): T {
    if (this.#closed) {
      item.dispose();
    } else {
      this.#items.push(item);
    }
    return item;
  }

  addAll(...items: readonly Disposable[]): void {
    items.forEach((item) => this.add(item));
  }

  dispose(): void {
    this.#closed = true;
    const failures: unknown[] = [];
    for (const item of this.#items.splice(0).toReversed()) {
      try {
        item.dispose();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) {
      throw new AggregateError(failures, 'could not dispose everything');
    }
  }
}

/** Owns resources and disposes them when it is disposed. */
export abstract class DisposableOwner implements Disposable {
  protected readonly disposables = new DisposableStore();

  dispose(): void {
    this.disposables.dispose();
  }
}

/** Disposes the item after the work, also when the work fails. */
export async function whileOpen<T extends Disposable, R>(
  opening: Promise<T>,
  work: (item: T) => Promise<R>,
): Promise<R> {
  const item = await opening;
  try {
    return await work(item);
  } finally {
    item.dispose();
  }
}

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
