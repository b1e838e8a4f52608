import type { PushPlan } from '../../core/sync/outcomes.ts';
import type { ConsoleHandle, ChosenPolicy } from '../workspace/consoleHandle.ts';
import type { PolicyName } from '../../core/policy/families.ts';
import { Emitter } from '../../core/util/disposable.ts';
import type { ContextKeys } from '../platform/contextKeys.ts';

/** The plans of one document. */
export interface ShownPlans {
  readonly console: ConsoleHandle;
  readonly plans: readonly PushPlan[];
}

/** The functions of the push feature that other features call. */
export interface Pushes {
  /**
   * Reads the live policy and plans a push of the current text, saved or not. Undefined without a plan: then a message has shown the
   * reason and the next step.
   */
  plan(policy: ChosenPolicy): Promise<PushPlan | undefined>;
  /**
   * The plans of the document that an argument names, or of the document in front. Throws ExpectedError `old-plan` for plans
   * that are missing or out of date.
   */
  shownPlans(uri: unknown): Promise<ShownPlans>;
  /**
   * Plans a push of a snapshot, the live policy before or after a push, and shows the plan, where a person pushes it. This is a
   * new push with the same guards, and the policy file follows.
   */
  restore(
    policy: ChosenPolicy,
    snapshot: string,
    state: { readonly to: 'before' | 'after'; readonly of: PastPush },
  ): Promise<unknown>;
}

/** The facts by which a person knows a push. */
export interface PastPush {
  readonly at: Date;
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
