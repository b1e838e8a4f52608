import { inertLine } from '../util/inertText.ts';
import type { PushPlan } from './outcomes.ts';

/** What a reader of a plan has to know besides its steps, one sentence each: what may still happen, what was not checked. */
export function planNotes({ earlier = [], collectionsUnchecked }: PushPlan): string[] {
  return [
    ...earlier.map(
      ({ pushId, sentAt, until }) =>
        `An earlier push, sent ${sentAt.toISOString()}, may still arrive until ${until.toISOString()}, and would take this one back (push ${pushId}).`,
    ),
    ...(collectionsUnchecked === undefined
      ? []
      : [
          `Not checked: whether the console knows every collection. It leaves out rules that name one it does not know. ${inertLine(collectionsUnchecked)}`,
        ]),
  ];
}
