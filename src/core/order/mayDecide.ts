import { isInScope, type KnownPoint } from './decide.ts';
import type { OrderedRule } from './orderedRule.ts';

/**
 * All rules that may decide for a resource, from top to bottom: one of them does. Undefined is none. Where there is one, it is
 * certain.
 */
export function mayDecide(rules: readonly OrderedRule[], point: KnownPoint): readonly (number | undefined)[] {
  const found: (number | undefined)[] = [];
  const named = new Set<string>();
  for (const [place, rule] of rules.entries()) {
    if (!rule.enabled) {
      continue;
    }
    // What is in a collection that is named above has been decided there.
    const scopes = rule.scopes.filter(({ name }) => !named.has(name));
    const answer = isInScope({ ...rule, scopes, effect: '' }, point);
    if (answer !== false) {
      found.push(place);
      scopes.forEach(({ name }) => named.add(name));
    }
    if (answer === true) {
      return found;
    }
  }
  return [...found, undefined];
}
