import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { effectOfText, effectText } from './effectText.ts';
import { comparedOf, uncompared } from './uncompared.ts';

const understood = new WeakMap<JsonObject, boolean>();

/**
 * Whether what is read of a rule is all that it does: it has no member, at any depth, that is not known, and no value of
 * another kind than its place takes. Rules with sensors are read by a table of their own.
 */
export function isUnderstood(kind: PolicyKind, rule: JsonObject): boolean {
  let answer = understood.get(rule);
  if (answer === undefined) {
    const whole = withoutEchoes(effectOfText(effectText(kind, rule)));
    answer = uncompared(whole, comparedOf(kind)).size === 0;
    understood.set(rule, answer);
  }
  return answer;
}

/** Some clients write both flags into both thresholds: the flag that counts, and one that says the same the other way round. */
const echoes: Readonly<Record<string, { readonly counts: string; readonly echo: string }>> = {
  alertThreshold: { counts: 'disabled', echo: 'enabled' },
  blockThreshold: { counts: 'enabled', echo: 'disabled' },
};

function withoutEchoes(holder: JsonObject): JsonObject {
  return new Map(
    [...holder].map(([key, value]): [string, JsonValue] => {
      const flags = Object.hasOwn(echoes, key) ? echoes[key] : undefined;
      if (flags && isJsonObject(value)) {
        const isEcho = value.get(flags.echo) === true && value.get(flags.counts) !== true;
        return [key, isEcho ? new Map([...value].filter(([member]) => member !== flags.echo)) : value];
      }
      return key === 'pkgTypesThresholds' && isJsonArray(value)
        ? [key, value.map((one) => (isJsonObject(one) ? withoutEchoes(one) : one))]
        : [key, value];
    }),
  );
}
