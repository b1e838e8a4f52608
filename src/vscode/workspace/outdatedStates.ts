import type { Disposable } from '../../core/util/disposable.ts';

/**
 * Which policies' files were changed since what is said of them was worked out. From the change on it is not to be said: whoever says
 * something of a policy, or of its tests, asks here, and is told once when that begins, however often the file goes on changing, and
 * once when it is over.
 */
export class OutdatedStates implements Disposable {
  /** By key, the last change: another number for each. */
  readonly #outdated = new Map<string, number>();
  readonly #tell: (key: string) => void;
  #changes = 0;

  constructor(tell: (key: string) => void) {
    this.#tell = tell;
  }

  changed(key: string): void {
    const isNew = !this.#outdated.has(key);
    this.#outdated.set(key, ++this.#changes);
    if (isNew) {
      this.#tell(key);
    }
  }

  /** The last change, to be given to `workedOut`; undefined when what is said is of the file as it is. */
  changeOf(key: string): number | undefined {
    return this.#outdated.get(key);
  }

  /** It is known as of that change: unless there was another one meanwhile, it is the file's again. */
  workedOut(key: string, change: number | undefined): void {
    if (change !== undefined && this.#outdated.get(key) === change) {
      this.#outdated.delete(key);
      this.#tell(key);
    }
  }

  /** Whether it is out of date, and so not to be shown as what is true now. */
  has(key: string): boolean {
    return this.#outdated.has(key);
  }

  dispose(): void {
    this.#outdated.clear();
  }
}
