import * as vscode from 'vscode';
import { policyKind } from '../../core/policy/families.ts';
import { tell } from '../platform/dialogs.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { openDocument } from '../workspace/textFiles.ts';
import type { PolicyRules } from '../workspace/policyRules.ts';
import type { RuleEditor } from '../workspace/ruleEditor.ts';
import type { RuleTarget, Target } from '../workspace/target.ts';
import { decideDrop, payloadOf, type DragPayload, type Drop, type DropPlace } from './ruleDrop.ts';
import { policyOf, type TreeNode } from './treeNode.ts';

/** The editor's own type for drags of this view: its id in lower case. */
export const dragType = 'application/vnd.code.tree.ordinance.policies';

export interface RuleDragDropDeps {
  readonly rules: PolicyRules;
  readonly editor: RuleEditor;
  /** The policy file a row belongs to. */
  readonly fileOf: (node: TreeNode) => Promise<vscode.Uri | undefined>;
  /** The rules that were moved together with this one and still are what is selected; else this one alone. */
  readonly movedWith: (target: RuleTarget) => readonly Target[];
  /** Selects the rules that were moved. */
  readonly reveal: (targets: readonly RuleTarget[]) => Promise<void>;
  readonly report: (what: string, error: unknown) => void;
}

/** With the names of all rules of its list. */
interface NamedDropPlace extends DropPlace {
  readonly names: readonly (string | undefined)[];
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
    const payload = this.#together(rows, payloadOf(rows));
    if (payload) {
      data.set(dragType, new vscode.DataTransferItem(payload));
    } else if (rows.some(({ kind }) => kind === 'rule')) {
      data.set(dragType, new vscode.DataTransferItem('mixed'));
    }
  }

  async handleDrop(node: TreeNode | undefined, data: vscode.DataTransfer): Promise<void> {
    const item = data.get(dragType);
    if (!item || !node) {
      return;
    }
    try {
      await this.drop(await payloadIn(item), node);
    } catch (error) {
      this.#deps.report('drop rules', error);
    }
  }

  /** Carries out a drop; also what the tests call, as nothing else of a drag is ours. */
  async drop(payload: unknown, node: TreeNode): Promise<Drop> {
    const uri = await this.#deps.fileOf(node);
    const place = uri && (await this.#place(uri, node));
    if (!uri || !place) {
      throw new ExpectedError('no-place', vscode.l10n.t('Rules can be dropped on rules of the same policy.'));
    }
    const drop = decideDrop(payload, place);
    if (drop.kind === 'refuse') {
      tell('warning', refusal(drop.why));
    } else if (drop.kind === 'move') {
      const { array } = place;
      const names = drop.indices.map((index) => place.names[index]);
      const version = openDocument(uri)?.version;
      const dropped = { uri, array, indices: drop.indices, names, ...(version !== undefined && { version }) };
      const places = await this.#deps.editor.moveToGap(dropped, drop.gap);
      const policy = policyOf(node);
      if (policy) {
        await this.#deps.reveal(places.map((each) => ({ ...policy.target, kind: 'rule', ...each })));
      }
    }
    return drop;
  }

  /** The first of rules that were moved together takes the others along, as a key does. */
  #together(rows: readonly TreeNode[], payload: DragPayload | undefined): DragPayload | undefined {
    const [row] = rows;
    if (!payload || rows.length !== 1 || row?.kind !== 'rule') {
      return payload;
    }
    const indices = this.#deps
      .movedWith(row.target)
      .flatMap((target) => (target.kind === 'rule' ? [target.index] : []));
    return { ...payload, indices };
  }

  async #place(uri: vscode.Uri, node: TreeNode): Promise<NamedDropPlace | undefined> {
    const kind = policyOf(node)?.policy;
    const list = kind && (await this.#deps.rules.list(uri));
    const array = arrayOf(node);
    if (!list || array === undefined) {
      return undefined;
    }
    const names = (list.arrays.find(({ key }) => key === array)?.rules ?? []).map(({ name }) => name);
    const { length } = names;
    const common = { file: uri.toString(), array, length, names };
    if (node.kind === 'rule') {
      // The row may be older than the file: then nobody knows which rule was meant.
      const { index } = node.target;
      return { ...common, gap: Math.min(index, length), index, version: oldest(node.version, list.version) };
    }
    return {
      ...common,
      gap: node.kind === 'page' ? Math.min(node.to, length) : length,
      version: list.version,
    };
  }
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

/** No payload has this version unless both agree. */
function oldest(row: number, now: number): number {
  return row === now ? now : -1;
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

function refusal(why: Extract<Drop, { kind: 'refuse' }>['why']): string {
  const words = {
    foreign: vscode.l10n.t('Only rules of one policy can be dragged together.'),
    'other-policy': vscode.l10n.t('Rules can only be moved within their policy.'),
    'other-array': vscode.l10n.t(
      'Container rules and host rules are separate lists: a rule stays in its own.',
    ),
    stale: vscode.l10n.t('The file changed during the drag. Nothing was moved; try again.'),
  };
  return words[why];
}
