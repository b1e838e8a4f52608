import { isJsonArray, isJsonObject, type JsonObject } from '../../json/json.ts';
import { isEmpty } from '../../policy/canonical.ts';

/** Whether exceptions say one of the words that are known, each of them. */
export function areSoundExceptions(rule: JsonObject): boolean {
  return ['cveRules', 'tags', 'riskFactorsEffects'].every((key) => {
    const list = rule.get(key);
    return (
      isEmpty(list, undefined) ||
      (isJsonArray(list) &&
        list.every((one) => {
          const effect = isJsonObject(one) ? one.get('effect') : undefined;
          return effect === 'ignore' || effect === 'alert' || effect === 'block';
        }))
    );
  });
}
