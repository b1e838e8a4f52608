import type { Disposable } from '../../core/util/disposable.ts';

/** What is worked out again sooner than this is not announced: who types would see nothing but that. */
const patienceMs = 700;

interface Outdated {
  /** Another one for each change. */
  change: number;
  isTold: boolean;
  readonly timer: NodeJS.Timeout;
}

/** Which policies' files were changed since their state was worked out. */
export class OutdatedStates implements Disposable {
  readonly #outdated = new Map<string, Outdated>();
  readonly #tell: (key: string) => void;
  #changes = 0;

  /** `tell` is called when a state has been out of date for a while, and when that is over. */
  constructor(tell: (key: string) => void) {
    this.#tell = tell;
  }

  changed(key: string): void {
    const known = this.#outdated.get(key);
    if (known) {
      known.change = ++this.#changes;
      return;
    }
    const timer = setTimeout(() => {
      outdated.isTold = true;
      this.#tell(key);
    }, patienceMs);
    const outdated: Outdated = { change: ++this.#changes, isTold: false, timer };
    this.#outdated.set(key, outdated);
  }

  /** The last change, to be given to `workedOut`; undefined when the state is that of the file. */
  changeOf(key: string): number | undefined {
    return this.#outdated.get(key)?.change;
  }

  /** The state is known as of that change: unless there was another one meanwhile, it is the file's again. */
  workedOut(key: string, change: number | undefined): void {
    const known = this.#outdated.get(key);
    if (known?.change !== change || !known) {
      return;
    }
    clearTimeout(known.timer);
    this.#outdated.delete(key);
    if (known.isTold) {
      this.#tell(key);
    }
  }

  /** Whether the state has been out of date so long that it is not to be shown as what is true now. */
  has(key: string): boolean {
    return this.#outdated.get(key)?.isTold === true;
  }

  dispose(): void {
    this.#outdated.forEach(({ timer }) => clearTimeout(timer));
    this.#outdated.clear();
  }
}
