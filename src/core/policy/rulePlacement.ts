import { arrayAt, isJsonObject, type JsonObject } from '../json/json.ts';
import type { PolicyKind } from './families.ts';
import { ruleName } from './ruleMatch.ts';

/**
 * Returns whether a rule is disabled, below an enabled rule, or below none. Undefined when the rule is absent
 * or several rules share its name. The scopes of the rules do not count.
 */
export function rulePlacement(
  kind: PolicyKind,
  document: JsonObject,
  name: string,
): 'disabled' | 'below-enabled' | 'first' | undefined {
  const lists = kind.arrays.map(({ key }) => arrayAt(document, key).filter(isJsonObject));
  const places = lists.flatMap((rules) =>
    rules.flatMap((rule, at) => (ruleName(rule) === name ? [{ rule, above: rules.slice(0, at) }] : [])),
  );
  const [place] = places;
  if (!place || places.length > 1) {
    return undefined;
  }
  const isOn = (rule: JsonObject): boolean => rule.get('disabled') !== true;
  return !isOn(place.rule) ? 'disabled' : place.above.some(isOn) ? 'below-enabled' : 'first';
}
