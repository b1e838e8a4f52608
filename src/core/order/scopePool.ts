import { Bits } from './bits.ts';
import { ScopeClasses, usualLooks } from './scopeClasses.ts';
import { Work } from './work.ts';

/** Classes that may be out of use before all are made anew. */
const spare = 1000;

/** The classes of scopes that several policies share. When most of them are out of use it begins anew. */
export class ScopePool {
  readonly #looks: number;
  #classes: ScopeClasses;
  readonly #used = new Map<object, number>();

  /** `looks`: at patterns, for all classes together. */
  constructor(looks = usualLooks) {
    this.#looks = looks;
    this.#classes = this.#begin();
  }

  get classes(): ScopeClasses {
    return this.#classes;
  }

  /** The classes that the rules of a policy name now. */
  uses(policy: object, named: Iterable<number>): void {
    if (this.#classes.size <= spare) {
      this.#used.set(policy, this.#classes.size);
      return;
    }
    const own = new Bits();
    for (const one of named) {
      own.add(one);
    }
    this.#used.set(policy, own.size);
    const used = [...this.#used.values()].reduce((sum, one) => sum + one, 0);
    if (this.#classes.size > 2 * used + spare) {
      this.#classes = this.#begin();
    }
  }

  #begin(): ScopeClasses {
    return new ScopeClasses(new Work(this.#looks));
  }

  forget(policy: object): void {
    this.#used.delete(policy);
  }
}
