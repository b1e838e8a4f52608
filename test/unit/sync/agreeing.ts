import type { PushPort } from '../../../src/core/sync/pushFlow.ts';

/** Confirms no need of any plan. */
export function agreeing(more: Partial<PushPort> = {}): PushPort {
  return {
    removedShare: 1,
    whilePlanning: (work) => work(),
    confirm: () => new Map(),
    whilePushing: (_plans, work) => work(),
    ...more,
  };
}
