import type { RuleMove } from '../workspace/ruleEditor.ts';

/** What of a move is needed to see that another one goes on with it. */
export type MoveStep = Pick<RuleMove, 'array' | 'from' | 'to' | 'order' | 'versions'> & {
  readonly document: object;
};

/**
 * The order since a move began, when `next` moves the same rules further with no other edit between: `result[place]` is where
 * what stands there stood at the beginning. Undefined when another move begins.
 */
export function movedFurther(
  last: MoveStep,
  order: readonly number[],
  next: MoveStep,
): readonly number[] | undefined {
  const isSame =
    last.document === next.document &&
    last.array === next.array &&
    last.versions[1] === next.versions[0] &&
    last.to.length === next.from.length &&
    last.to.every((place, at) => next.from[at] === place);
  return isSame ? next.order.map((place) => order[place] ?? place) : undefined;
}
