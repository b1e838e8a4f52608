import { policyKind, type PolicyName } from '../../core/policy/families.ts';
import type { ContextKeys } from '../platform/contextKeys.ts';
import type { Memory } from '../platform/memory.ts';

interface LeftOver {
  readonly consoleId: string;
  readonly policies: readonly PolicyName[];
}

const key = 'unfinishedPush';

/** The rest of the last push of several policies survives the closing of the window. */
export class UnfinishedPush {
  readonly #memory: Memory;
  readonly #contextKeys: Pick<ContextKeys, 'set'>;
  #left: LeftOver | undefined;

  constructor(memory: Memory, contextKeys: Pick<ContextKeys, 'set'>) {
    this.#memory = memory;
    this.#contextKeys = contextKeys;
    const [consoleId, ...names] = memory.remembered(key);
    const policies = names.flatMap((name) =>
      typeof name === 'string' ? (policyKind(name)?.name ?? []) : [],
    );
    this.#left = typeof consoleId === 'string' && policies.length > 0 ? { consoleId, policies } : undefined;
    this.#setContextKey();
  }

  get left(): LeftOver | undefined {
    return this.#left;
  }

  /** Call this before a push of several policies, so that the next session can continue after a crash. */
  async begin(left: LeftOver): Promise<void> {
    this.#left = left.policies.length > 0 ? left : undefined;
    this.#setContextKey();
    await this.#memory.remember(key, this.#left ? [left.consoleId, ...left.policies] : []);
  }

  /** Call this when a policy was pushed, or has nothing to push. */
  async finish(consoleId: string, policy: PolicyName): Promise<void> {
    const left = this.#left;
    if (left?.consoleId === consoleId && left.policies.includes(policy)) {
      await this.begin({ consoleId, policies: left.policies.filter((name) => name !== policy) });
    }
  }

  #setContextKey(): void {
    this.#contextKeys.set('ordinance.canResumePush', this.#left !== undefined);
  }
}
