import type { Disposable } from '../../core/util/disposable.ts';

/** A file of which it is not known that it says something else is looked at again sooner than this, mostly. */
const patienceMs = 700;

interface Outdated {
  /** Another one for each change. */
  change: number;
  isTold: boolean;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Which policies' files were changed since what is said of them was worked out. From the change on it is not to be said: whoever says
 * something of a policy, or of its tests, asks here, and is told once when that begins, however often the file goes on changing, and
 * once when it is over.
 */
export class OutdatedStates implements Disposable {
  readonly #outdated = new Map<string, Outdated>();
  readonly #tell: (key: string) => void;
  #changes = 0;

  constructor(tell: (key: string) => void) {
    this.#tell = tell;
  }

  /** `mayBeSame`: the text may be what it was, as after a pull has said itself what it wrote; that is told only when it takes a while. */
  changed(key: string, mayBeSame = false): void {
    const known: Outdated = this.#outdated.get(key) ?? { change: 0, isTold: false, timer: undefined };
    this.#outdated.set(key, known);
    known.change = ++this.#changes;
    if (known.isTold) {
      return;
    }
    if (mayBeSame) {
      known.timer ??= setTimeout(() => this.#begin(key, known), patienceMs);
    } else {
      this.#begin(key, known);
    }
  }

  /** The last change, to be given to `workedOut`; undefined when what is said is of the file as it is. */
  changeOf(key: string): number | undefined {
    return this.#outdated.get(key)?.change;
  }

  /** It is known as of that change: unless there was another one meanwhile, it is the file's again. */
  workedOut(key: string, change: number | undefined): void {
    const known = this.#outdated.get(key);
    if (!known || known.change !== change) {
      return;
    }
    clearTimeout(known.timer);
    this.#outdated.delete(key);
    if (known.isTold) {
      this.#tell(key);
    }
  }

  /** Whether it is out of date, and so not to be shown as what is true now. */
  has(key: string): boolean {
    return this.#outdated.get(key)?.isTold === true;
  }

  dispose(): void {
    this.#outdated.forEach(({ timer }) => clearTimeout(timer));
    this.#outdated.clear();
  }

  #begin(key: string, known: Outdated): void {
    clearTimeout(known.timer);
    known.isTold = true;
    this.#tell(key);
  }
}
