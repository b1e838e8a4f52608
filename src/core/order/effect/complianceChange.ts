import { exactNumber, arrayAt, isJsonObject, JsonNumber, type JsonObject } from '../../json/json.ts';
import { canCheckBlock, type PolicyKind } from '../../policy/families.ts';
import { anyOf, plainChange, rising, type Way } from './change.ts';
import { flagAt, readableListAt, readableObjectAt } from './thresholds.ts';

/**
 * Returns levels by the number of the check, in any spelling: 1 alerts, 2 blocks. An absent check is ignored, and a
 * check that cannot block alerts. Not a number where a check is listed with both levels, or its `block` cannot be read.
 */
export function checksOf(kind: PolicyKind, rule: JsonObject): ReadonlyMap<string, number> {
  return new Map(
    [...possibleLevels(kind, rule)].map(([id, levels]) => {
      const [level = 0, ...others] = levels;
      return [id, others.length === 0 ? level : Number.NaN];
    }),
  );
}

/** Returns every possible level of each check. */
function possibleLevels(kind: PolicyKind, rule: JsonObject): ReadonlyMap<string, ReadonlySet<number>> {
  const levels = new Map<string, Set<number>>();
  const condition = readableObjectAt(rule, 'condition');
  for (const check of condition ? arrayAt(condition, 'vulnerabilities') : []) {
    const written = isJsonObject(check) ? check.get('id') : undefined;
    if (isJsonObject(check) && written instanceof JsonNumber) {
      const id = exactNumber(written.lexeme);
      const isBlocking = canCheckBlock(kind, id) ? flagAt(check, 'block') : false;
      const possible = isBlocking === undefined ? [1, 2] : [isBlocking ? 2 : 1];
      levels.set(id, new Set([...(levels.get(id) ?? []), ...possible]));
    }
  }
  return levels;
}

/** Compares check by check. A check without a number never hides the known changes of the other checks. */
export function complianceWays(kind: PolicyKind, from: JsonObject, to: JsonObject): readonly Way[] {
  const [before, after] = [possibleLevels(kind, from), possibleLevels(kind, to)];
  const [ofMissingBefore, ofMissingAfter] = [ofMissing(from), ofMissing(to)];
  return [...new Set([...before.keys(), ...after.keys()])].map((id) => {
    const [olds, nows] = [before.get(id) ?? ofMissingBefore, after.get(id) ?? ofMissingAfter];
    const isSame = olds.size === nows.size && [...olds].every((level) => nows.has(level));
    const changes = [...olds].flatMap((old) => [...nows].map((now) => rising(old, now)));
    return { what: `check ${id}`, change: isSame ? plainChange.same : anyOf(changes) };
  });
}

/** Returns the level of an absent check; unknown where the rule has another value in place of the list of checks. */
function ofMissing(rule: JsonObject): ReadonlySet<number> {
  const condition = readableObjectAt(rule, 'condition');
  return new Set([condition && readableListAt(condition, 'vulnerabilities') ? 0 : Number.NaN]);
}
