import { policyKind, type PolicyName } from '../../core/policy/families.ts';
import type { ContextKeys } from '../platform/contextKeys.ts';
import type { Memory } from '../platform/memory.ts';

export interface LeftOver {
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

  async remember(left: LeftOver | undefined): Promise<void> {
    this.#left = left;
    this.#setContextKey();
    await this.#memory.remember(key, left ? [left.consoleId, ...left.policies] : []);
  }

  #setContextKey(): void {
    this.#contextKeys.set('ordinance.canResumePush', this.#left !== undefined);
  }
}
