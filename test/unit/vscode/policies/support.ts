import type { RuleMark } from '../../../../src/core/policy/ruleMark.ts';
import { policyKind, type PolicyName } from '../../../../src/core/policy/families.ts';
import type { RuleFinding } from '../../../../src/core/order/ruleFindings.ts';
import type { RuleAction } from '../../../../src/core/policy/ruleAction.ts';
import type { PolicyNode } from '../../../../src/vscode/policies/treeNode.ts';
import { consoleNode, familyNodes, policyNodes } from '../../../../src/vscode/policies/treeNodes.ts';
import type { RuleList, RuleSummary } from '../../../../src/vscode/workspace/policyRules.ts';

export function policyRow(policy: PolicyName, consoleId = 'home#prod'): PolicyNode {
  const family = familyNodes(consoleNode(consoleId)).find((row) => policy.startsWith(`${row.family}/`));
  const row = family && policyNodes(family).find(({ policy: kind }) => kind === policyKind(policy));
  if (!row) {
    throw new Error(`no row for ${policy}`);
  }
  return row;
}

export interface RuleGiven {
  readonly name?: string;
  readonly disabled?: boolean;
  readonly collections?: readonly string[];
  readonly action?: RuleAction;
  readonly order?: readonly RuleFinding[];
  readonly isSure?: boolean;
  readonly mark?: RuleMark;
}

export function ruleList(arrays: Readonly<Record<string, readonly RuleGiven[]>>): RuleList {
  return {
    uri: { toString: () => 'file:///policies/prod/rules.policy.yaml' } as RuleList['uri'],
    arrays: Object.entries(arrays).map(([key, rules]) => ({
      key,
      rules: rules.map((given, index) => summary(key, index, given)),
    })),
  };
}

function summary(array: string, index: number, given: RuleGiven): RuleSummary {
  return {
    array,
    index,
    name: given.name,
    disabled: given.disabled ?? false,
    collections: given.collections ?? ['All'],
    checks: 0,
    line: index,
    isSure: given.isSure ?? true,
    ref: { array, index, ...((given.isSure ?? true) && { name: given.name }) },
    action: () => given.action ?? 'alert',
    order: () => given.order ?? [],
    findings: () => given.order ?? [],
    isNotAnalyzed: () => false,
    mark: () => given.mark,
  };
}
