import { fromPlain, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import { nameOfCopy } from '../../policy/copiedRule.ts';

/** Copies differ from their rules in the name, and in the number where rules have numbers. */
export function ruleCopies(
  policy: PolicyDocument,
  array: string,
  indices: readonly number[],
): ReadonlyMap<number, JsonObject> {
  const rules = policy.array(array)?.rules ?? [];
  const taken = new Set(rules.flatMap(({ facts }) => facts.name ?? []));
  const isNumbered = policy.kind?.isNetwork;
  let last = isNumbered ? rules.reduce((most, rule) => Math.max(most, numberOf(rule.value())), 0) : 0;
  return new Map(
    indices.map((index) => {
      const name = nameOfCopy(rules[index]?.facts.name ?? `Rule ${index + 1}`, taken);
      taken.add(name);
      const members: [string, JsonValue][] = [['name', name]];
      if (isNumbered) {
        members.push(['id', fromPlain(++last)]);
      }
      return [index, new Map(members)];
    }),
  );
}

/** A number above the safe range is ignored, because the next number would equal it. */
function numberOf(rule: JsonValue | undefined): number {
  const id = isJsonObject(rule) ? rule.get('id') : undefined;
  return id instanceof JsonNumber && Number.isInteger(id.value) && id.value < MAX_NUMBER ? id.value : 0;
}

const MAX_NUMBER = 2 ** 52;
