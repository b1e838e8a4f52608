import * as vscode from 'vscode';
import { policyKind } from '../../core/policy/families.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { moveTo, type MakeAct } from '../workspace/ruleActs.ts';
import { rulesNow, type RuleEditor } from '../workspace/ruleEditor.ts';
import type { RuleTarget } from '../workspace/target.ts';
import { policyOf, type PolicyNode, type TreeNode } from './treeNode.ts';

/** The editor's own type for drags of this view: its id in lower case. */
export const dragType = 'application/vnd.code.tree.ordinance.policies';

export interface RuleDragDropDeps {
  readonly editor: Pick<RuleEditor, 'act'>;
  /** The policy file a row belongs to. */
  readonly fileOf: (node: TreeNode) => Promise<vscode.Uri | undefined>;
  readonly report: (what: string, error: unknown) => void;
}

/** Reorders rules by dragging: the same edit of the file as the move commands. */
export class RuleDragDrop implements vscode.TreeDragAndDropController<TreeNode> {
  readonly dragMimeTypes = [dragType];
  readonly dropMimeTypes = [dragType];
  readonly #deps: RuleDragDropDeps;

  constructor(deps: RuleDragDropDeps) {
    this.#deps = deps;
  }

  handleDrag(rows: readonly TreeNode[], data: vscode.DataTransfer): void {
    const rules = rows.flatMap((row) => (row.kind === 'rule' ? [row.target] : []));
    if (rules.length > 0) {
      data.set(dragType, new vscode.DataTransferItem(rules));
    }
  }

  async handleDrop(node: TreeNode | undefined, data: vscode.DataTransfer): Promise<void> {
    const item = data.get(dragType);
    const policy = node && policyOf(node);
    if (!item || !node) {
      return;
    }
    try {
      const uri = policy && (await this.#deps.fileOf(node));
      const array = arrayOf(node);
      if (!uri || array === undefined) {
        throw refusal(vscode.l10n.t('Rules can be dropped on rules of the same policy.'));
      }
      const dragged = rulesIn(await payloadIn(item), policy, array);
      await this.#deps.editor.act({ uri, array, rules: dragged }, dropAt(node));
    } catch (error) {
      this.#deps.report('drop rules', error);
    }
  }
}

/** Rules land above a rule, and at the end of a group. Rules that are dropped on one of themselves stay. */
function dropAt(node: TreeNode): MakeAct {
  return (policy, view, indices) => {
    const { length } = view.rules;
    const [onto] = node.kind === 'rule' ? rulesNow(policy, view, [node.target]) : [];
    const gap = onto?.index ?? (node.kind === 'page' ? Math.min(node.to, length) : length);
    const move = moveTo(gap, true)(policy, view, indices);
    return indices.includes(gap) ? { ...move, to: indices, edits: [] } : move;
  };
}

function arrayOf(node: TreeNode): string | undefined {
  if (node.kind === 'rule') {
    return node.target.array;
  }
  if (node.kind === 'array' || node.kind === 'page') {
    return node.array;
  }
  const arrays = node.kind === 'policy' ? (policyKind(node.policy.name)?.arrays ?? []) : [];
  return arrays.length === 1 ? arrays[0]?.key : undefined;
}

/** The dragged rules, which are of one list of the policy. The payload comes from outside and may be anything. */
function rulesIn(
  payload: unknown,
  { target: { consoleId, policy } }: PolicyNode,
  array: string,
): RuleTarget[] {
  const rules = Array.isArray(payload) && payload.every(isRule) ? payload : [];
  const [first] = rules;
  if (!first || rules.some((rule) => rule.consoleId !== first.consoleId || rule.policy !== first.policy)) {
    throw refusal(vscode.l10n.t('Only rules of one policy can be dragged together.'));
  }
  if (first.consoleId !== consoleId || first.policy !== policy) {
    throw refusal(vscode.l10n.t('Rules can only be moved within their policy.'));
  }
  if (rules.some((rule) => rule.array !== array)) {
    throw refusal(
      vscode.l10n.t('Container rules and host rules are separate lists. A rule stays in its own list.'),
    );
  }
  return rules;
}

function isRule(value: unknown): value is RuleTarget {
  const { kind, array, index } = (value ?? {}) as Partial<RuleTarget>;
  return kind === 'rule' && typeof array === 'string' && Number.isInteger(index);
}

async function payloadIn(item: vscode.DataTransferItem): Promise<unknown> {
  if (typeof item.value === 'object') {
    return item.value;
  }
  try {
    return JSON.parse(await item.asString());
  } catch {
    return undefined;
  }
}

function refusal(message: string): ExpectedError {
  return new ExpectedError('no-place', message);
}
