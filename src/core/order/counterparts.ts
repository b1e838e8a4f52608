import { matchRules } from '../policy/ruleMatch.ts';
import type { ListOrder } from './policyOrder.ts';

/** For each place in `before`, that of the same rule in `after`, as a plan takes it for the same; with `isSame` only where that agrees. */
export function counterpartsOf(
  before: ListOrder,
  after: ListOrder,
  isSame: (from: number, to: number) => boolean = () => true,
): readonly (number | undefined)[] {
  const counterparts = Array.from<number | undefined>({ length: before.rules.length });
  for (const [to, from] of matchRules(after.kind, before.written, after.written).entries()) {
    if (from >= 0 && isSame(from, to)) {
      counterparts[from] = to;
    }
  }
  return counterparts;
}
