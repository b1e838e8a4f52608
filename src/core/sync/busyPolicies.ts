import type { PolicyName } from '../policy/families.ts';
import type { Emitter } from '../util/emitter.ts';

/**
 * Policies whose file, base and live policy change together. Their states contradict each other in between,
 * so no view may show them.
 */
export class BusyPolicies {
  readonly #counts = new Map<PolicyName, number>();
  readonly #changed: Emitter<PolicyName>;

  /** `changed` fires when the work on a policy ends, also with an error. */
  constructor(changed: Emitter<PolicyName>) {
    this.#changed = changed;
  }

  has(policy: PolicyName): boolean {
    return this.#counts.has(policy);
  }

  async during<T>(policy: PolicyName, work: () => Promise<T>): Promise<T> {
    this.#counts.set(policy, (this.#counts.get(policy) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const left = (this.#counts.get(policy) ?? 1) - 1;
      if (left > 0) {
        this.#counts.set(policy, left);
      } else {
        this.#counts.delete(policy);
        this.#changed.fire(policy);
      }
    }
  }
}
