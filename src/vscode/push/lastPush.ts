import type { PolicyName } from '../../core/policy/families.ts';
import type { ContextKeys } from '../platform/contextKeys.ts';

export interface UndoablePush {
  readonly consoleId: string;
  readonly policy: PolicyName;
  /** Hash of the snapshot of live taken before the push. */
  readonly snapshot: string;
  readonly pushId: string;
  /** It was an undo itself: to go back before it is to redo. */
  readonly wasUndo?: boolean;
}

/** The last push of this session: what "Undo Last Push" undoes. */
export class LastPush {
  readonly #contextKeys: ContextKeys;
  #record: UndoablePush | undefined;

  constructor(contextKeys: ContextKeys) {
    this.#contextKeys = contextKeys;
  }

  get record(): UndoablePush | undefined {
    return this.#record;
  }

  remember(record: UndoablePush | undefined): void {
    this.#record = record;
    this.#contextKeys.set('ordinance.canUndoPush', record !== undefined);
  }
}
