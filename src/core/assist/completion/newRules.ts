import {
  fromPlain,
  isJsonArray,
  isJsonObject,
  JsonNumber,
  type JsonObject,
  type JsonValue,
} from '../../json/json.ts';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import { lastOf, valueOfNode } from '../../document/syntaxNode.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { ruleDrafts } from '../../policy/newRule.ts';
import { freeName } from '../../util/freeName.ts';

/** A whole rule to begin with. */
export interface RuleTemplate {
  readonly label: string;
  readonly description: string;
  readonly rule: JsonObject;
}

/** Templates for a new rule of one list of a policy, with a name that no other rule of the list has. */
export function ruleTemplates(policy: PolicyDocument, kind: PolicyKind, array: string): RuleTemplate[] {
  const rules = policy.array(array)?.rules ?? [];
  const taken = new Set(rules.map(({ facts }) => facts.name));
  const name = freeName(taken, (count) => (count === 1 ? 'New rule' : `New rule ${count}`));
  const scope = kind.isNetwork
    ? { id: lastNumber(policy, array) + 1, ...firstEntities(policy) }
    : { collections: [{ name: 'All' }] };
  return ruleDrafts(kind).map(({ label, description, members }) => ({
    label,
    description,
    rule: fromPlain({ name, ...scope, ...members }) as JsonObject,
  }));
}

/** Copies differ from their rules in the name, and in the number where rules have numbers. */
export function ruleCopies(
  policy: PolicyDocument,
  array: string,
  indices: readonly number[],
): ReadonlyMap<number, JsonObject> {
  const rules = policy.array(array)?.rules ?? [];
  const taken = new Set(rules.flatMap(({ facts }) => facts.name ?? []));
  const isNumbered = policy.kind?.isNetwork;
  let last = isNumbered ? lastNumber(policy, array) : 0;
  return new Map(
    indices.map((index) => {
      const name = nameOfCopy(rules[index]?.facts.name ?? `Rule ${index + 1}`, taken);
      taken.add(name);
      return [index, fromPlain({ name, ...(isNumbered && { id: ++last }) }) as JsonObject];
    }),
  );
}

function lastNumber(policy: PolicyDocument, array: string): number {
  const rules = policy.array(array)?.rules ?? [];
  return rules.reduce((last, rule) => Math.max(last, numberAt(rule.value(), 'id')), 0);
}

/** The connection of a new rule is from the first entity to the second. */
function firstEntities(policy: PolicyDocument): object {
  const member = lastOf(policy.members(), 'networkEntities');
  const entities = member && valueOfNode(member.node());
  const numbers = isJsonArray(entities) ? entities.map((entity) => numberAt(entity, '_id')) : [];
  const [src = 1, dst = src] = numbers.filter((number) => number > 0);
  return { src, dst };
}

/** A number above the safe range is ignored, because the next number would equal it. */
function numberAt(value: JsonValue, key: string): number {
  const id = isJsonObject(value) ? value.get(key) : undefined;
  return id instanceof JsonNumber && Number.isInteger(id.value) && id.value < MAX_NUMBER ? id.value : 0;
}

const MAX_NUMBER = 2 ** 52;

/** Returns a name for a copy that no other rule of the list has: `name (copy)`, `name (copy 2)`. */
export function nameOfCopy(name: string, taken: ReadonlySet<string>): string {
  const own = name.replace(/ \(copy(?: \d+)?\)$/, '');
  return freeName(taken, (count) => (count === 1 ? `${own} (copy)` : `${own} (copy ${count})`));
}
