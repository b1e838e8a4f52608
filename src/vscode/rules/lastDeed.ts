import type { RuleEdit } from '../workspace/ruleEditor.ts';

/** An edit of rules, or moves of the same ones one after another: they are one to whoever made them. */
export interface Deed<Edit = RuleEdit> {
  readonly edits: readonly Edit[];
  readonly last: Edit;
  /** `order[place]` is where what stands there stood before all of it; undefined: it is new. */
  readonly order: readonly (number | undefined)[];
}

/** What of a move is needed to see that another one goes on with it. */
export type MoveStep = Pick<RuleEdit, 'act' | 'array' | 'from' | 'to' | 'order'>;

/** The last of edits that follow each other. */
export function lastDeed<Edit extends MoveStep>(edits: readonly Edit[]): Deed<Edit> | undefined {
  const last = edits.at(-1);
  if (!last) {
    return undefined;
  }
  let first = edits.length - 1;
  for (let before = edits[first - 1]; before && goesOn(before, edits[first]); before = edits[first - 1]) {
    first--;
  }
  const own = edits.slice(first);
  return { edits: own, last, order: orderOfAll(own) };
}

/** Whether `next` moves the same rules further. */
function goesOn(before: MoveStep, next: MoveStep | undefined): boolean {
  return (
    before.act === 'move' &&
    next?.act === 'move' &&
    before.array === next.array &&
    before.to.length === next.from.length &&
    before.to.every((place, at) => next.from[at] === place)
  );
}

function orderOfAll([first, ...others]: readonly MoveStep[]): Deed['order'] {
  let order = first?.order ?? [];
  for (const next of others) {
    const before = order;
    order = next.order.map((place) => (place === undefined ? undefined : before[place]));
  }
  return order;
}
