import { ScopeClasses } from './scopeClasses.ts';

/** Classes that may be out of use before all are made anew. */
const spare = 1000;

/** The classes of scopes that several policies share. When most of them are out of use it begins anew. */
export class ScopePool {
  #classes = new ScopeClasses();
  readonly #used = new Map<object, number>();

  get classes(): ScopeClasses {
    return this.#classes;
  }

  /** How many classes a policy uses now. */
  uses(policy: object, count: number): void {
    this.#used.set(policy, count);
    let used = 0;
    for (const one of this.#used.values()) {
      used += one;
    }
    if (this.#classes.size > 2 * used + spare) {
      this.#classes = new ScopeClasses();
    }
  }

  forget(policy: object): void {
    this.#used.delete(policy);
  }
}
