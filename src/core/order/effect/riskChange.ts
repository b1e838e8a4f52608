import { isJsonObject, stringAt, type JsonObject } from '../../json/json.ts';
import { memberText } from '../../policy/canonical.ts';
import { levelAmong, plainChange, rising, type Change } from './change.ts';
import { levels } from './exceptionChange.ts';
import { readableListAt } from './thresholds.ts';

type Effects = ReadonlySet<string | undefined>;

/** A factor may be there once for each effect: what is blocked by it is no less protected for not being alerted on as well. */
export function riskChanges(from: JsonObject, to: JsonObject): readonly Change[] {
  const text = (rule: JsonObject): string => memberText(rule.get('riskFactorsEffects'), undefined);
  if (text(from) === text(to)) {
    return [];
  }
  const [before, after] = [risksOf(from), risksOf(to)];
  const named = [...new Set([...before.keys(), ...after.keys()])].filter((factor) => factor !== undefined);
  const changes = named.map((factor) => {
    const [old, now] = [before.get(factor) ?? noEffects, after.get(factor) ?? noEffects];
    const isSame = old.size === now.size && [...old].every((effect) => now.has(effect));
    return isSame ? plainChange.same : rising(riskLevel(old), riskLevel(now));
  });
  return isReadable(from) && isReadable(to) ? changes : [...changes, plainChange.unknown];
}

function isReadable(rule: JsonObject): boolean {
  return (
    readableListAt(rule, 'riskFactorsEffects')?.every(
      (one) => isJsonObject(one) && stringAt(one, 'riskFactor') !== undefined,
    ) ?? false
  );
}

const noEffects: Effects = new Set();

/** The effects of each risk factor. */
export function risksOf(rule: JsonObject): ReadonlyMap<string | undefined, Effects> {
  const risks = new Map<string | undefined, Set<string | undefined>>();
  for (const one of (readableListAt(rule, 'riskFactorsEffects') ?? []).filter(isJsonObject)) {
    const factor = stringAt(one, 'riskFactor');
    risks.set(factor, (risks.get(factor) ?? new Set()).add(stringAt(one, 'effect')));
  }
  return risks;
}

/** Not a number where there is an effect of which it is unknown what it does beside the thresholds. */
export function riskLevel(effects: Effects): number {
  return Math.max(0, ...Array.from(effects, (effect) => levelAmong(levels, effect) || Number.NaN));
}
