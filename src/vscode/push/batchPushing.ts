import type { Pushing } from './runPush.ts';
import type { Tools } from '../tools.ts';

/** What a push of several policies acts through. */
export type BatchPushing = Pushing & Pick<Tools, 'states' | 'unfinishedPush'>;
