import type { PolicyName } from '../../core/policy/families.ts';
import type { PlanCounts } from '../../core/policy/ruleDiff.ts';
import { Emitter } from '../../core/util/disposable.ts';
import type { ContextKeys } from '../platform/contextKeys.ts';

/** The facts by which a person knows a push. */
export interface PastPush {
  readonly at: Date;
  readonly counts: PlanCounts | undefined;
}

export interface UndoablePush extends PastPush {
  readonly consoleId: string;
  readonly policy: PolicyName;
  /** Hash of the live policy before the push. */
  readonly snapshot: string;
  readonly pushId: string;
  /** True for an undo; the next undo is then a redo. */
  readonly wasUndo?: boolean;
}

/** True for an argument that names a push, such as the argument of a button in a message. */
export function isUndoablePush(argument: unknown): argument is UndoablePush {
  const texts = ['consoleId', 'policy', 'snapshot', 'pushId'] as const;
  return (
    typeof argument === 'object' &&
    argument !== null &&
    texts.every((key) => typeof (argument as Partial<UndoablePush>)[key] === 'string')
  );
}

/** The last push of this session, of all policies and of each policy. "Undo Last Push" undoes it. */
export class LastPush {
  readonly #contextKeys: Pick<ContextKeys, 'set'>;
  readonly #ofPolicies = new Map<string, UndoablePush>();
  readonly #changed = new Emitter<void>();
  /** Fires when the last push changes. */
  readonly onDidChange = this.#changed.event;
  #record: UndoablePush | undefined;

  constructor(contextKeys: Pick<ContextKeys, 'set'>) {
    this.#contextKeys = contextKeys;
  }

  get record(): UndoablePush | undefined {
    return this.#record;
  }

  of(consoleId: string, policy: PolicyName): UndoablePush | undefined {
    return this.#ofPolicies.get(keyOf(consoleId, policy));
  }

  remember(record: UndoablePush): void {
    this.#ofPolicies.set(keyOf(record.consoleId, record.policy), record);
    this.#set(record);
  }

  /** Call this after a push of the policy with an unknown end: the push before it is no longer the last one. */
  forget(consoleId: string, policy: PolicyName): void {
    this.#ofPolicies.delete(keyOf(consoleId, policy));
    this.#set(undefined);
  }

  #set(record: UndoablePush | undefined): void {
    this.#record = record;
    this.#contextKeys.set('ordinance.canUndoPush', record !== undefined);
    this.#changed.fire();
  }
}

function keyOf(consoleId: string, policy: PolicyName): string {
  return JSON.stringify([consoleId, policy]);
}
