import type { PushPort } from '../../../src/core/sync/pushFlow.ts';

/** Somebody who agrees to every push, and names nothing. */
export function agreeing(more: Partial<PushPort> = {}): PushPort {
  return {
    removedShare: 1,
    whilePlanning: (work) => work(),
    agree: () => ({}),
    confirm: () => ({}),
    whilePushing: (_plans, work) => work(),
    ...more,
  };
}
