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

  /** Whether it matters by now which classes are in use. */
  get isLarge(): boolean {
    return this.#classes.size > spare;
  }

  /** How many classes the rules of a policy name now. */
  uses(policy: object, count: number): void {
    this.#used.set(policy, count);
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
