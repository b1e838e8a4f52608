import { inertLine } from '../util/inertText.ts';
import type { PushPlan } from './outcomes.ts';

/** What a reader of a plan has to know besides its steps, one sentence each: what may still happen, what was not checked. */
export function planNotes({ earlier = [], collectionsUnchecked, collectionsNote }: PushPlan): string[] {
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
    ...(collectionsNote === undefined ? [] : [inertLine(collectionsNote)]),
  ];
}

/** What is said of order goes by a file. `at`: when it was written; `why`: the console was asked, and did not say. */
export function keptCollectionsNote(at: Date | undefined, why: string | undefined): string {
  const written = at ? `, written ${at.toISOString().slice(0, 10)}` : '';
  const reason = why === undefined ? 'the console was not asked' : `the console did not say it: ${why}`;
  return `What the collections name is as collections.yaml keeps it${written}, as ${reason.replace(/\.?$/, '.')}`;
}
