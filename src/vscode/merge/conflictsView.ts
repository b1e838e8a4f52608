import * as vscode from 'vscode';
import { StandingCommands, KeyRows } from '../platform/commandRegistry.ts';
import { treeView, treeRow } from '../platform/treeView.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import {
  childrenOf,
  conflictRow,
  describeConflictNode,
  mergeNode,
  mergeState,
  type ConflictNode,
  type ConflictRow,
} from './conflictNode.ts';
import type { MergeDocuments } from './mergeDocuments.ts';
import type { MergeServices } from './mergeSession.ts';

const conflictsViewId = 'ordinance.conflicts';

/** The Conflicts view: the conflicts of each merge, with base, mine and live, and the choice. */
export class ConflictsView extends DisposableOwner implements vscode.TreeDataProvider<ConflictNode> {
  readonly #services: MergeServices & { readonly mergeDocuments: MergeDocuments };
  readonly #changed = this.disposables.add(new vscode.EventEmitter<undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
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
