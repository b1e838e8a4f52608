import { familyTable, families, policyKinds, type Family } from '../../core/policy/families.ts';
import { familyOfList, listNames, type ListName } from '../../core/consoleFile/lists.ts';
import { listParts } from '../../core/util/listParts.ts';
import { ruleIds } from '../../core/document/ruleIds.ts';
import type { RuleList } from '../workspace/policyRules.ts';
import type {
  ArrayNode,
  ConsoleNode,
  FamilyNode,
  ListNode,
  ListsNode,
  PageNode,
  PolicyNode,
  RuleNode,
  TreeNode,
} from './treeNode.ts';

export function consoleNode(consoleId: string): ConsoleNode {
  return { kind: 'console', id: consoleId, target: { kind: 'console', consoleId }, parent: undefined };
}

export function familyNodes(parent: ConsoleNode): FamilyNode[] {
  const { consoleId } = parent.target;
  return families.map((family) => ({
    kind: 'family',
    id: `${parent.id}/${family}`,
    family,
    target: { kind: 'family', consoleId, family },
    parent,
  }));
}

export function policyNodes(parent: FamilyNode): PolicyNode[] {
  const { consoleId } = parent.target;
  return policyKinds
    .filter(({ family }) => family === parent.family)
    .map((policy) => ({
      kind: 'policy',
      id: `${parent.id}/${policy.target}`,
      policy,
      target: { kind: 'policy', consoleId, policy: policy.name },
      parent,
    }));
}

export function listsNode(parent: ConsoleNode): ListsNode {
  return { kind: 'lists', id: `${parent.id}/lists`, target: parent.target, parent };
}

/** The lists that stand below a family, or below the row of all other lists. */
export function listNodes(parent: FamilyNode | ListsNode): ListNode[] {
  const { consoleId } = parent.target;
  const family = parent.kind === 'family' ? parent.family : undefined;
  return listNames
    .filter((list) => familyOfList[list] === family)
    .map((list) => ({
      kind: 'list',
      id: `${parent.id}/list/${list}`,
      list,
      target: { kind: 'list', consoleId, list },
      parent,
    }));
}

/** The row of a list, with the rows above it. */
export function listNodeOf(console: ConsoleNode, list: ListName): ListNode | undefined {
  const parents = [...familyNodes(console), listsNode(console)];
  return parents.flatMap(listNodes).find((row) => row.list === list);
}

/** The rows below a policy, one of its lists, or a page of rules. */
export function rowsBelow(node: PolicyNode | ArrayNode | PageNode, list: RuleList): TreeNode[] {
  switch (node.kind) {
    case 'policy': {
      const { arrays } = node.policy;
      if (arrays.length === 1) {
        return rowsOfArray(node, node, arrays[0]?.key ?? '', list);
      }
      return arrays.map(({ key, title }) => ({
        kind: 'array',
        id: `${node.id}/${key}`,
        array: key,
        title,
        target: node.target,
        count: rulesOf(list, key).length,
        parent: node,
      }));
    }
    case 'array':
      return rowsOfArray(node.parent, node, node.array, list);
    case 'page': {
      const policy = node.parent.kind === 'policy' ? node.parent : node.parent.parent;
      return ruleNodes(policy, node, node.array, list, node.from, node.to);
    }
  }
}

/** The row of one rule, with the rows above it. Undefined when there is no such rule. */
export function ruleNodeAt(
  policy: PolicyNode,
  list: RuleList,
  array: string,
  index: number,
): RuleNode | undefined {
  const isAround = (row: TreeNode): row is ArrayNode | PageNode =>
    (row.kind === 'array' && row.array === array) ||
    (row.kind === 'page' && row.from <= index && index < row.to);
  let rows = rowsBelow(policy, list);
  for (let around = rows.find(isAround); around; around = rows.find(isAround)) {
    rows = rowsBelow(around, list);
  }
  return rows.find(
    (row): row is RuleNode => row.kind === 'rule' && row.target.array === array && row.target.index === index,
  );
}

export function familyTitle(family: Family): string {
  return familyTable[family].title;
}

function rowsOfArray(
  policy: PolicyNode,
  parent: PolicyNode | ArrayNode,
  array: string,
  list: RuleList,
): TreeNode[] {
  const rules = rulesOf(list, array);
  const { length } = rules;
  const pages = listParts(length)?.map(({ from, to }): PageNode => ({
    kind: 'page',
    id: `${policy.id}/${array}/page/${from}`,
    array,
    target: policy.target,
    from,
    to,
    marked: rules.slice(from, to).filter((rule) => rule.mark() !== undefined).length,
    parent,
  }));
  return pages ?? ruleNodes(policy, parent, array, list, 0, length);
}

function ruleNodes(
  policy: PolicyNode,
  parent: RuleNode['parent'],
  array: string,
  list: RuleList,
  from: number,
  to: number,
): RuleNode[] {
  const rules = rulesOf(list, array);
  const ids = ruleIds(rules.map((facts) => ({ facts })));
  return rules.slice(from, to).map((rule) => ({
    kind: 'rule',
    id: `${policy.id}/${array}/rule/${ids[rule.index]}`,
    policy: policy.policy,
    target: {
      kind: 'rule',
      consoleId: policy.target.consoleId,
      policy: policy.policy.name,
      ...rule.ref,
    },
    rule,
    count: rules.length,
    file: list.uri.toString(),
    parent,
  }));
}

function rulesOf(list: RuleList, array: string): RuleList['arrays'][number]['rules'] {
  return list.arrays.find(({ key }) => key === array)?.rules ?? [];
}
