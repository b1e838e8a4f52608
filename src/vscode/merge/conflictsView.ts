import * as vscode from 'vscode';
import { StandingCommands } from '../platform/standingCommands.ts';
import { KeyRows, treeView } from '../platform/treeView.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import {
  childrenOf,
  conflictRow,
  conflictTitle,
  describeConflictNode,
  isConflictRow,
  mergeNode,
  mergeState,
  sideWords,
  type ConflictNode,
  type ConflictRow,
  type Side,
} from './conflictNode.ts';
import type { MergeDocuments } from './mergeDocuments.ts';
import type { MergeServices } from './merges.ts';
import { treeRow } from '../platform/treeRow.ts';
import { isJsonObject } from '../../core/json/json.ts';
import { writeJson } from '../../core/json/writeJson.ts';
import { showDiff } from '../platform/showDiff.ts';
import { resourceText } from '../workspace/resourceText.ts';
import { VirtualTexts } from '../workspace/virtualTexts.ts';

const conflictsViewId = 'ordinance.conflicts';

const conflictScheme = 'ordinance-conflict';

/** The Conflicts view: the conflicts of each merge, with base, mine and live, and the choice. */
export class ConflictsView extends DisposableOwner implements vscode.TreeDataProvider<ConflictNode> {
  readonly #services: MergeServices & { readonly mergeDocuments: MergeDocuments };
  readonly #changed = this.disposables.add(new vscode.EventEmitter<undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #texts = this.disposables.add(new VirtualTexts(conflictScheme));
  readonly #commands = this.disposables.add(new StandingCommands());
  readonly #view: vscode.TreeView<ConflictNode>;
  readonly #keyRows: KeyRows<ConflictNode>;

  constructor(services: MergeServices & { readonly mergeDocuments: MergeDocuments }) {
    super();
    this.#services = services;
    this.#view = this.disposables.add(
      treeView(conflictsViewId, { treeDataProvider: this, canSelectMany: true }),
    );
    this.#keyRows = this.disposables.add(new KeyRows(conflictsViewId, this.#view));
    this.disposables.add(
      services.merges.onDidChange(() => {
        // No badge: the Policies view counts the policy already, and the editor adds the badges of a container.
        this.#view.description = services.merges.all.map(mergeState).join(' · ');
        this.#changed.fire(undefined);
      }),
    );
  }

  /** The rows that a key of the view acts on. */
  async rowsOfKey(key: unknown): Promise<readonly ConflictNode[]> {
    return this.#keyRows.at(key);
  }

  /** The selected rows. A command never acts on invisible rows. */
  get selection(): readonly ConflictNode[] {
    return this.#view.visible ? this.#view.selection : [];
  }

  /** Goes to the next unresolved conflict: in the merge if the active editor shows it, unless the person is in the view. */
  async revealNext({ session, conflict }: ConflictRow, inView: boolean): Promise<void> {
    const { mergeDocuments } = this.#services;
    if (!inView && mergeDocuments.atCursor()?.session === session) {
      await mergeDocuments.show(session, conflict);
      return;
    }
    const next = session.nextOpen(conflict);
    const node = next ? conflictRow(session, next) : mergeNode(session);
    // The editor refuses a row that is gone; then the focus stays.
    await this.#view
      .reveal(node, { select: true, focus: true, expand: true })
      .then(undefined, () => undefined);
  }

  /** Shows live left and mine right; for one side, its changes from base. The focus stays where it is. */
  async show(node: ConflictNode): Promise<void> {
    if (!isConflictRow(node)) {
      return;
    }
    const options: vscode.TextDocumentShowOptions = { preview: true, preserveFocus: true };
    const { conflict, side } = node;
    if (side === 'base') {
      await this.#texts.show(sideUri(node, 'base'), sideText(node, 'base'), options);
      return;
    }
    const [left, right]: [Side, Side] = side ? ['base', side] : ['live', 'mine'];
    for (const shown of [left, right]) {
      await this.#texts.set(sideUri(node, shown), sideText(node, shown));
    }
    const title = vscode.l10n.t(
      '{0}: {1} ↔ {2}, the rest of the rule as merged',
      conflictTitle(conflict),
      sideWords(left),
      sideWords(right),
    );
    await showDiff(sideUri(node, left), sideUri(node, right), title, options);
  }

  getTreeItem(node: ConflictNode): vscode.TreeItem {
    const item = treeRow(node.id, describeConflictNode(node));
    if (node.conflict) {
      item.command = this.#commands.of(node.id, {
        command: 'ordinance.conflict.show',
        title: vscode.l10n.t('Show Sides'),
        // The editor keeps the id after the end of the merge, but not the merge.
        arguments: [node.id],
      });
    }
    return item;
  }

  getChildren(node?: ConflictNode): ConflictNode[] {
    return node ? [...childrenOf(node)] : this.#services.merges.all.map(mergeNode);
  }

  getParent({ session, conflict, side }: ConflictNode): ConflictNode | undefined {
    return conflict && (side ? conflictRow(session, conflict) : mergeNode(session));
  }
}

function sideUri({ session, conflict }: ConflictRow, side: Side): vscode.Uri {
  return vscode.Uri.from({
    scheme: conflictScheme,
    path: `/${session.input.kind.name}/${side}.yaml`,
    query: conflictRow(session, conflict).id,
  });
}

/** The rule with the field of the side, which says more than the field alone. Empty where the side has no value. */
function sideText({ session, conflict }: ConflictRow, side: Side): string {
  const isUnknown = side === 'base' && session.input.base === undefined;
  const value = isUnknown ? undefined : (session.ruleWith(conflict, side) ?? conflict[side]);
  if (value === undefined) {
    return '';
  }
  return isJsonObject(value) ? resourceText(value, 'yaml') : `${writeJson(value, { indent: 2 })}\n`;
}
