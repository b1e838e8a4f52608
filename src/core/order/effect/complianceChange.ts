import { exactNumber } from '../../json/exactNumber.ts';
import { arrayAt, isJsonObject, JsonNumber, type JsonObject } from '../../json/json.ts';
import { rising, together, type Change } from './change.ts';
import { objectAt } from './thresholds.ts';

/**
 * By the number of the check, however it is written: 1 alerts, 2 blocks; a check that is not there is ignored. Not a number
 * where a check is there twice and says both.
 */
export function checksOf(rule: JsonObject): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  for (const check of arrayAt(objectAt(rule, 'condition'), 'vulnerabilities')) {
    const written = isJsonObject(check) ? check.get('id') : undefined;
    if (isJsonObject(check) && written instanceof JsonNumber) {
      const id = exactNumber(written.lexeme);
      const level = check.get('block') === true ? 2 : 1;
      const known = levels.get(id);
      levels.set(id, known === undefined || known === level ? level : Number.NaN);
    }
  }
  return levels;
}

export function complianceChange(from: JsonObject, to: JsonObject): Change {
  const [before, after] = [checksOf(from), checksOf(to)];
  return together(
    [...new Set([...before.keys(), ...after.keys()])].map((id) =>
      rising(before.get(id) ?? 0, after.get(id) ?? 0),
    ),
  );
}
