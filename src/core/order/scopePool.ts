import { ScopeMatrix, usualLooks } from './scopeMatrix.ts';
import { Work } from './work.ts';

/** Classes that may be out of use before all are made anew. */
const spare = 1000;

/** The classes of scopes that several policies share. When most of them are out of use it begins anew. */
export class ScopePool {
  readonly #looks: number;
  #matrix: ScopeMatrix;
  readonly #used = new Map<object, number>();

  /** `looks`: at patterns, for all classes together. */
  constructor(looks = usualLooks) {
    this.#looks = looks;
    this.#matrix = this.#begin();
  }

  get matrix(): ScopeMatrix {
    return this.#matrix;
  }

  /** Whether it matters by now which classes are in use. */
  get isLarge(): boolean {
    return this.#matrix.size > spare;
  }

  /** How many classes the rules of a policy name now. */
  uses(policy: object, count: number): void {
    this.#used.set(policy, count);
    const used = [...this.#used.values()].reduce((sum, one) => sum + one, 0);
    if (this.#matrix.size > 2 * used + spare) {
      this.#matrix = this.#begin();
    }
  }

  #begin(): ScopeMatrix {
    return new ScopeMatrix(new Work(this.#looks));
  }

  forget(policy: object): void {
    this.#used.delete(policy);
  }
}
