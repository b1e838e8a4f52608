import type { Family, PolicyKind } from '../../core/policy/families.ts';
import type { ListName } from '../../core/consoleFile/lists.ts';
import type { ListTarget, PolicyTarget, RuleTarget, Target } from '../workspace/target.ts';
import type { RuleSummary } from '../workspace/policyRules.ts';

/**
 * A row of the Policies view. The id is unique in the view and stable, so selection and expansion survive a refresh;
 * what the row says is asked for when it is drawn.
 */
export type TreeNode =
  ConsoleNode | FamilyNode | ListsNode | ListNode | PolicyNode | ArrayNode | PageNode | RuleNode;

interface NodeBase {
  readonly id: string;
  readonly target: Target;
  readonly parent: TreeNode | undefined;
}

export interface ConsoleNode extends NodeBase {
  readonly kind: 'console';
  readonly parent: undefined;
}

export interface FamilyNode extends NodeBase {
  readonly kind: 'family';
  readonly family: Family;
  readonly parent: ConsoleNode;
}

/** The lists of a console that belong to no family. */
export interface ListsNode extends NodeBase {
  readonly kind: 'lists';
  readonly parent: ConsoleNode;
}

/** A list that opens as a table. */
export interface ListNode extends NodeBase {
  readonly kind: 'list';
  readonly list: ListName;
  readonly target: ListTarget;
  readonly parent: FamilyNode | ListsNode;
}

export interface PolicyNode extends NodeBase {
  readonly kind: 'policy';
  readonly policy: PolicyKind;
  readonly target: PolicyTarget;
  readonly parent: FamilyNode;
}

/** One of several ordered arrays of a policy. */
export interface ArrayNode extends NodeBase {
  readonly kind: 'array';
  readonly array: string;
  readonly title: string;
  readonly target: PolicyTarget;
  readonly count: number;
  readonly parent: PolicyNode;
}

/** A part of a long array: the rules from `from` up to but not including `to`. */
export interface PageNode extends NodeBase {
  readonly kind: 'page';
  readonly array: string;
  readonly target: PolicyTarget;
  readonly from: number;
  readonly to: number;
  /** How many of its rules are marked as changed. */
  readonly marked: number;
  readonly parent: PolicyNode | ArrayNode;
}

export interface RuleNode extends NodeBase {
  readonly kind: 'rule';
  readonly policy: PolicyKind;
  readonly target: RuleTarget;
  readonly rule: RuleSummary;
  /** Rules in the array. */
  readonly count: number;
  /** Uri of the file. */
  readonly file: string;
  readonly parent: PolicyNode | ArrayNode | PageNode;
}

/** The policy row a row lies in. */
export function policyOf(node: TreeNode): PolicyNode | undefined {
  let current: TreeNode | undefined = node;
  while (current && current.kind !== 'policy') {
    current = current.parent;
  }
  return current;
}
