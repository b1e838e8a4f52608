import { exactNumber } from '../../json/exactNumber.ts';
import { arrayAt, isJsonObject, JsonNumber, type JsonObject } from '../../json/json.ts';
import { canCheckBlock, type PolicyKind } from '../../policy/families.ts';
import { rising, together, type Change, type Way } from './change.ts';
import { objectAt } from './thresholds.ts';

/**
 * By the number of the check, however it is written: 1 alerts, 2 blocks; a check that is not there is ignored, and one that
 * cannot block alerts. Not a number where a check is there twice and does both.
 */
export function checksOf(kind: PolicyKind, rule: JsonObject): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  for (const check of arrayAt(objectAt(rule, 'condition'), 'vulnerabilities')) {
    const written = isJsonObject(check) ? check.get('id') : undefined;
    if (isJsonObject(check) && written instanceof JsonNumber) {
      const id = exactNumber(written.lexeme);
      const level = check.get('block') === true && canCheckBlock(kind, id) ? 2 : 1;
      const known = levels.get(id);
      levels.set(id, known === undefined || known === level ? level : Number.NaN);
    }
  }
  return levels;
}

export function complianceChange(kind: PolicyKind, from: JsonObject, to: JsonObject): Change {
  return together(complianceWays(kind, from, to).map(({ change }) => change));
}

/** Check by check. */
export function complianceWays(kind: PolicyKind, from: JsonObject, to: JsonObject): readonly Way[] {
  const [before, after] = [checksOf(kind, from), checksOf(kind, to)];
  return [...new Set([...before.keys(), ...after.keys()])].map((id) => ({
    what: `check ${id}`,
    change: rising(before.get(id) ?? 0, after.get(id) ?? 0),
  }));
}
