import type { NamedScope } from './orderedRule.ts';
import { canBeSeveral, isRanges, type Box } from './scope.ts';

/**
 * What is certain of a collection of which it is not known exactly what it names: that is decided by rules that name it, whatever
 * else they name.
 */
export function surePart({ name, box, single }: NamedScope): NamedScope | undefined {
  return box || !single?.least || isOfSingleLabels(single.least)
    ? undefined
    : { name: `\nsurely ${name}`, box: single.least };
}

/** Of resources with several labels it is not known then. */
function isOfSingleLabels(box: Box): boolean {
  return box.some(
    (values, field) => values && canBeSeveral(field) && !isRanges(values) && values.none.length > 0,
  );
}
