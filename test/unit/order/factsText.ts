import { changeWord, isRestUnknown, type Change } from '../../../src/core/order/effect/change.ts';

/** The facts of a change as a text to compare: `weaker, rest unknown`. */
export function factsText(change: Change): string {
  return `${changeWord(change)}${isRestUnknown(change) ? ', rest unknown' : ''}`;
}
