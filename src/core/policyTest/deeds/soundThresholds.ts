import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../../json/json.ts';
import { isEmpty } from '../../policy/canonical.ts';

/** Whether thresholds can be taken as they are read: what is no flag, no number, or another member may mean anything. */
export function areSound(rule: JsonObject): boolean {
  const types = rule.get('pkgTypesThresholds');
  return (
    hasSound(rule) &&
    (isEmpty(types, undefined) ||
      (isJsonArray(types) &&
        types.every(
          (one) =>
            isJsonObject(one) &&
            hasSound(one) &&
            [...one].every(
              ([key, value]) =>
                ['type', 'alertThreshold', 'blockThreshold'].includes(key) || isEmpty(value, undefined),
            ),
        )))
  );
}

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

function hasSound(holder: JsonObject): boolean {
  return isSound(holder.get('alertThreshold')) && isSound(holder.get('blockThreshold'));
}

/** Clients write both flags into both. */
function isSound(threshold: JsonValue | undefined): boolean {
  return (
    isEmpty(threshold, undefined) ||
    (isJsonObject(threshold) &&
      [...threshold].every(
        ([key, value]) =>
          isEmpty(value, undefined) ||
          (key === 'value' && value instanceof JsonNumber) ||
          ((key === 'enabled' || key === 'disabled') && value === true),
      ))
  );
}
