import * as vscode from 'vscode';
import { rulesNow } from '../../core/document/ruleRef.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { FeatureServices } from '../featureServices.ts';
import { moveTo, type MakeAct } from '../../core/document/ruleActs.ts';
import type { RuleTarget, Target } from '../workspace/target.ts';
import type { TreeNode } from './treeNodes.ts';

/** The editor's own type for drags of this view: its id in lower case. */
export const dragType = 'application/vnd.code.tree.ordinance.policies';

type RuleDragDropDeps = Pick<FeatureServices, 'consoles' | 'ruleEditor' | 'report'>;

/** Dragging reorders rules with the same edit of the file as the move commands. */
export class RuleDragDrop implements vscode.TreeDragAndDropController<TreeNode> {
  readonly dragMimeTypes = [dragType];
  readonly dropMimeTypes = [dragType];
  readonly #deps: RuleDragDropDeps;

  constructor(deps: RuleDragDropDeps) {
    this.#deps = deps;
  }

  handleDrag(rows: readonly TreeNode[], data: vscode.DataTransfer): void {
    const rules = rows.flatMap((row) => (row.target.kind === 'rule' ? [row.target] : []));
    if (rules.length > 0) {
      data.set(dragType, new vscode.DataTransferItem(rules));
    }
  }

  async handleDrop(node: TreeNode | undefined, data: vscode.DataTransfer): Promise<void> {
    const item = data.get(dragType);
    if (!item || !node) {
      return;
    }
    try {
      const { target, drop } = node;
      const { consoles, ruleEditor } = this.#deps;
      const console = drop && consoles.get(target.consoleId);
      const uri = console && 'policy' in target && (await consoles.findFile(console, target.policy));
      if (!uri) {
        throw refusal(vscode.l10n.t('Rules can be dropped on rules of the same policy.'));
      }
      const { array } = drop;
      const rules = rulesIn(item, target, array);
      await ruleEditor.act({ uri, array, rules }, dropAt(node));
    } catch (error) {
      this.#deps.report('drop rules', error);
    }
  }
}

/** Rules land above a rule, and at the end of a group. Rules that are dropped on one of themselves stay. */
function dropAt({ target, drop }: TreeNode): MakeAct {
  return (policy, view, indices) => {
    const { length } = view.rules;
    const [onto] = target.kind === 'rule' ? rulesNow(policy, view, [target]) : [];
    const gap = onto?.index ?? Math.min(drop?.place ?? length, length);
    const move = moveTo(gap)(policy, view, indices);
    return indices.includes(gap) ? { ...move, edits: [] } : move;
  };
}

/** The dragged rules, which are of one list of the policy. A drag from another window has a text only, and is refused. */
function rulesIn({ value }: vscode.DataTransferItem, onto: Target, array: string): readonly RuleTarget[] {
  const rules: readonly RuleTarget[] = Array.isArray(value) ? value : [];
  const [first] = rules;
  if (!first || rules.some((rule) => rule.consoleId !== first.consoleId || rule.policy !== first.policy)) {
    throw refusal(vscode.l10n.t('Only rules of one policy can be dragged together.'));
  }
  if (!('policy' in onto) || first.consoleId !== onto.consoleId || first.policy !== onto.policy) {
    throw refusal(vscode.l10n.t('Rules can only be moved within their policy.'));
  }
  if (rules.some((rule) => rule.array !== array)) {
    throw refusal(
      vscode.l10n.t('Container rules and host rules are separate lists. A rule stays in its own list.'),
    );
  }
  return rules;
}

function refusal(message: string): ExpectedError {
  return new ExpectedError('no-place', message);
}
