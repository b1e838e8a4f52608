import { arrayAt, isJsonObject, type JsonObject } from '../json/json.ts';
import type { PolicyKind } from './families.ts';
import { ruleName } from './ruleMatch.ts';

/**
 * How a rule stands in a document: disabled, below a rule that is enabled, or below none. Undefined when it is not there, or
 * several are called so. It does not look at what the rules name.
 */
export function standingOf(
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
