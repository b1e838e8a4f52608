import type { Pushing } from './runPush.ts';
import type { PolicyStates } from '../workspace/policyStates.ts';
import type { UnfinishedPush } from './unfinishedPush.ts';

/** What a push of several policies acts through. */
export interface BatchPushing extends Pushing {
  readonly states: PolicyStates;
  readonly unfinishedPush: UnfinishedPush;
}
