import type { PolicyKind } from '../../policy/families.ts';
import { ruleDrafts } from '../../policy/newRule.ts';
import { fromPlain, isJsonObject, type JsonObject } from '../../json/json.ts';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import { valueOfNode, type SyntaxNode } from '../../document/syntaxNode.ts';

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
  let name = 'New rule';
  for (let count = 2; taken.has(name); count++) {
    name = `New rule ${count}`;
  }
  const head = kind.isNetwork ? network(policy, array) : { collections: [{ name: 'All' }] };
  return ruleDrafts(kind).map(({ label, description, members }) => {
    const rule = fromPlain({ name, ...head, ...members });
    if (!isJsonObject(rule)) {
      throw new TypeError('a template is an object');
    }
    return { label, description, rule };
  });
}

/** Numbers of a new network rule: the next free one, and the first two entities. */
function network(policy: PolicyDocument, array: string): object {
  const ids = (policy.array(array)?.rules ?? []).map((rule) => numberIn(rule.node(), 'id'));
  const member = policy.members().find(({ key }) => key === 'networkEntities');
  const node = member?.array ? undefined : member?.node();
  const entities = node?.kind === 'array' ? node.items.map((item) => numberIn(item, '_id')) : [];
  const [src = 1, dst = src] = entities.filter((id) => id > 0);
  return { id: Math.max(0, ...ids.slice(-5000)) + 1, src, dst };
}

function numberIn(node: SyntaxNode, key: string): number {
  const value = valueOfNode(node);
  const found = value instanceof Map ? value.get(key) : undefined;
  return typeof found === 'object' && found !== null && 'lexeme' in found ? Number(found.lexeme) || 0 : 0;
}
