import { isJsonArray } from '../../json/json.ts';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import { lastNumber, numberAt } from '../../document/ruleListEdits.ts';
import { lastOf, valueOfNode } from '../../document/syntaxNode.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { newRules, type RuleTemplate } from '../../policy/newRule.ts';
import { freeName } from '../../util/freeName.ts';

/** Templates for a new rule of one list of a policy, with a name that no other rule of the list has. */
export function ruleTemplates(
  policy: PolicyDocument,
  kind: PolicyKind,
  array: string,
): readonly RuleTemplate[] {
  const rules = policy.array(array)?.rules ?? [];
  const taken = new Set(rules.map(({ facts }) => facts.name));
  const name = freeName(taken, (count) => (count === 1 ? 'New rule' : `New rule ${count}`));
  const scope = kind.isNetwork
    ? { id: lastNumber(policy, array) + 1, ...firstEntities(policy) }
    : { collections: [{ name: 'All' }] };
  return newRules(kind, { name, ...scope });
}

/** The connection of a new rule is from the first entity to the second. */
function firstEntities(policy: PolicyDocument): object {
  const member = lastOf(policy.members(), 'networkEntities');
  const entities = member && valueOfNode(member.value);
  const numbers = isJsonArray(entities) ? entities.map((entity) => numberAt(entity, '_id')) : [];
  const [src = 1, dst = src] = numbers.filter((number) => number > 0);
  return { src, dst };
}
