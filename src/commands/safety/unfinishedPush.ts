import type { PolicyName } from '../../model/families.ts';
import type { ContextKeys } from '../../platform/contextKeys.ts';

export interface LeftOver {
  readonly consoleId: string;
  readonly policies: readonly PolicyName[];
}

/** What the last push of several policies left over in this session. */
export class UnfinishedPush {
  readonly #contextKeys: Pick<ContextKeys, 'set'>;
  #left: LeftOver | undefined;

  constructor(contextKeys: Pick<ContextKeys, 'set'>) {
    this.#contextKeys = contextKeys;
  }

  get left(): LeftOver | undefined {
    return this.#left;
  }

  remember(left: LeftOver | undefined): void {
    this.#left = left;
    this.#contextKeys.set('ordinance.canResumePush', left !== undefined);
  }
}
