import { exactNumber } from '../../json/exactNumber.ts';
import { arrayAt, isJsonObject, JsonNumber, type JsonObject } from '../../json/json.ts';
import { canCheckBlock, type PolicyKind } from '../../policy/families.ts';
import { rising, together, type Change, type Way } from './change.ts';
import { flagAt, objectAt, readableListAt, readableObjectAt } from './thresholds.ts';

/**
 * By the number of the check, however it is written: 1 alerts, 2 blocks; a check that is not there is ignored, and one that
 * cannot block alerts. Not a number where a check is there twice and does both, or where it is unknown whether it blocks.
 */
export function checksOf(kind: PolicyKind, rule: JsonObject): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  for (const check of arrayAt(objectAt(rule, 'condition'), 'vulnerabilities')) {
    const written = isJsonObject(check) ? check.get('id') : undefined;
    if (isJsonObject(check) && written instanceof JsonNumber) {
      const id = exactNumber(written.lexeme);
      const isBlocking = canCheckBlock(kind, id) ? flagAt(check, 'block') : false;
      const level = isBlocking === undefined ? Number.NaN : isBlocking ? 2 : 1;
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
  // A check that is missing may be the one that cannot be read.
  const [ofMissingBefore, ofMissingAfter] = [from, to].map((rule) =>
    isReadableWhole(rule) ? 0 : Number.NaN,
  );
  return [...new Set([...before.keys(), ...after.keys()])].map((id) => ({
    what: `check ${id}`,
    change: rising(before.get(id) ?? ofMissingBefore ?? 0, after.get(id) ?? ofMissingAfter ?? 0),
  }));
}

function isReadableWhole(rule: JsonObject): boolean {
  const condition = readableObjectAt(rule, 'condition');
  const checks = condition && readableListAt(condition, 'vulnerabilities');
  return checks?.every((check) => isJsonObject(check) && check.get('id') instanceof JsonNumber) ?? false;
}
