import * as vscode from 'vscode';
import { StandingCommands } from '../platform/standingCommands.ts';
import { SelectedRows, treeView } from '../platform/treeView.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { invocationOf } from '../targets/targets.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import {
  conflictRows,
  mergeNode,
  sideNodes,
  type ConflictNode,
  type ConflictRow,
  type MergeNode,
  type Side,
  type SideNode,
} from './conflictNode.ts';
import { describeConflictNode, conflictTitle, sideWords } from './describeConflict.ts';
import { isGoingOn, type Merges } from './merges.ts';
import type { MergeDocuments } from './mergeDocuments.ts';
import type { ResolutionFiles } from './resolutionFiles.ts';
import { treeRow } from '../platform/treeRow.ts';
import { isJsonObject } from '../../core/json/json.ts';
import { writeJson } from '../../core/json/writeJson.ts';
import { showDiff } from '../platform/showDiff.ts';
import { resourceText } from '../workspace/resourceText.ts';
import { VirtualTexts } from '../workspace/virtualTexts.ts';

export const conflictsViewId = 'ordinance.conflicts';

interface ConflictsViewDeps {
  readonly merges: Merges;
  readonly consoles: ConsoleRegistry;
  readonly documents: MergeDocuments;
  readonly resolutions: ResolutionFiles;
}

/** The Conflicts view: what mine and live both changed, with base beside them, and what was chosen. */
export class ConflictsView extends DisposableOwner implements vscode.TreeDataProvider<ConflictNode> {
  readonly #deps: ConflictsViewDeps;
  readonly #changed = this.disposables.add(new vscode.EventEmitter<undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #texts = this.disposables.add(new ConflictTexts());
  readonly #commands = this.disposables.add(new StandingCommands());
  readonly #view: vscode.TreeView<ConflictNode>;
  readonly #selectedRows: SelectedRows<ConflictNode>;

  constructor(deps: ConflictsViewDeps) {
    super();
    this.#deps = deps;
    this.disposables.add(deps.resolutions.onDidSettle((row) => void this.#settled(row)));
    this.#view = this.disposables.add(
      treeView(conflictsViewId, { treeDataProvider: this, canSelectMany: true }),
    );
    this.#selectedRows = new SelectedRows(this.#view);
    this.disposables.add(
      deps.merges.onDidChange(() => {
        this.#commands.letGo(([node]) => !isGoingOn(deps.merges, mergeOf(node as ConflictNode).session));
        const open = deps.merges.all.reduce((sum, { result }) => sum + result.open.length, 0);
        // No badge: the Policies view counts the policy already, and the editor adds the badges of a container.
        this.#view.description =
          open === 0
            ? undefined
            : open === 1
              ? vscode.l10n.t('1 unresolved conflict')
              : vscode.l10n.t('{0} unresolved conflicts', open);
        this.#changed.fire(undefined);
      }),
    );
  }

  /**
   * The conflict for a key: the one at the cursor of a visible merge document, or the one whose rule is being edited, else the selected
   * rows. Empty while the view is hidden, so that a command never acts on invisible rows.
   */
  get selection(): readonly ConflictNode[] {
    const { documents, resolutions } = this.#deps;
    const atCursor = documents.atCursor() ?? resolutions.active();
    if (atCursor) {
      return [atCursor];
    }
    const { active } = documents;
    if (active) {
      return [mergeNode(active)];
    }
    const { visible, selection } = this.#view;
    return visible ? selection.filter((node) => this.#isGoingOn(node)) : [];
  }

  /**
   * The conflicts for a command without a row. A key of the view means its focused row, whatever an editor shows beside it. The title of
   * a merge means that merge.
   */
  meantBy(row: unknown): readonly ConflictNode[] {
    const invocation = invocationOf(row, undefined);
    if (invocation.from === 'tree') {
      return this.#selectedRows.at(row).filter((node) => this.#isGoingOn(node));
    }
    const merge =
      invocation.from === 'files' && invocation.uris[0] && this.#deps.documents.mergeIn(invocation.uris[0]);
    return merge ? [mergeNode(merge)] : this.selection;
  }

  #isGoingOn(node: ConflictNode): boolean {
    return isGoingOn(this.#deps.merges, mergeOf(node).session);
  }

  /** The next conflict that is open, after a choice was made: in its document if that is in front, unless it was made in the view. */
  async revealNext(row: ConflictRow, { inView = false }: { readonly inView?: boolean } = {}): Promise<void> {
    const { session } = row.parent;
    if (!inView && (await this.#deps.documents.revealNext(row))) {
      return;
    }
    if (session.result.open.length > 0) {
      const rows = conflictRows(row.parent);
      const at = rows.findIndex(({ id }) => id === row.id);
      const next = [...rows.slice(at + 1), ...rows.slice(0, at)].find(
        ({ conflict }) => session.choiceOf(conflict.id) === undefined,
      );
      await this.#focus(next ?? row);
    } else {
      await this.#focus(row.parent);
    }
  }

  /** A rule was edited and is closed: back to where it came from. */
  async #settled(row: ConflictRow): Promise<void> {
    const { session } = row.parent;
    const { documents } = this.#deps;
    await (documents.isOpen(session) ? documents.show(session) : this.revealNext(row));
  }

  async show(node: ConflictNode): Promise<void> {
    if (node.kind !== 'merge') {
      await this.#texts.show(node);
    }
  }

  getTreeItem(node: ConflictNode): vscode.TreeItem {
    const consoleId = mergeOf(node).target.consoleId;
    const console = this.#deps.consoles.get(consoleId)?.entry.name ?? consoleId;
    const item = treeRow(node.id, describeConflictNode(node, console));
    if (node.kind !== 'merge') {
      item.command = this.#commands.of(node.id, {
        command: 'ordinance.conflict.show',
        title: vscode.l10n.t('Show Sides'),
        arguments: [node],
      });
    }
    return item;
  }

  getChildren(node?: ConflictNode): ConflictNode[] {
    if (!node) {
      return this.#deps.merges.all.map(mergeNode);
    }
    if (node.kind === 'merge') {
      return conflictRows(node);
    }
    return node.kind === 'conflict' ? sideNodes(node) : [];
  }

  getParent(node: ConflictNode): ConflictNode | undefined {
    return node.kind === 'merge' ? undefined : node.parent;
  }

  /** The editor refuses a row that is gone again by the time it is shown. Then the focus stays. */
  async #focus(node: ConflictNode): Promise<void> {
    await this.#view
      .reveal(node, { select: true, focus: true, expand: true })
      .then(undefined, () => undefined);
  }
}

export function mergeOf(node: ConflictNode): MergeNode {
  let current = node;
  while (current.kind !== 'merge') {
    current = current.parent;
  }
  return current;
}

const conflictScheme = 'ordinance-conflict';

/** The sides of a conflict in VS Code's own diff editor. */
class ConflictTexts extends DisposableOwner {
  readonly texts = this.disposables.add(new VirtualTexts(conflictScheme));

  /** Live left, mine right; for one side, what it changed of base. The focus stays where it is. */
  async show(node: ConflictRow | SideNode): Promise<void> {
    const row = node.kind === 'conflict' ? node : node.parent;
    const [left, right]: [Side, Side] =
      node.kind === 'conflict' || node.side === 'base' ? ['live', 'mine'] : ['base', node.side];
    const title = vscode.l10n.t(
      '{0}: {1} ↔ {2}, the rest of the rule as merged',
      conflictTitle(row.conflict),
      sideWords(left),
      sideWords(right),
    );
    const options: vscode.TextDocumentShowOptions = { preview: true, preserveFocus: true };
    if (node.kind === 'side' && node.side === 'base') {
      await this.texts.show(uriOf(row, 'base'), sideText(row, 'base'), options);
      return;
    }
    await showDiff(await this.#set(row, left), await this.#set(row, right), title, options);
  }

  async #set(row: ConflictRow, side: Side): Promise<vscode.Uri> {
    const uri = uriOf(row, side);
    await this.texts.set(uri, sideText(row, side));
    return uri;
  }
}

function uriOf(row: ConflictRow, side: Side): vscode.Uri {
  return vscode.Uri.from({
    scheme: conflictScheme,
    path: `/${row.parent.session.input.kind.name}/${side}.yaml`,
    query: row.id,
  });
}

/** The rule with the member of that side, which says more than the member alone; nothing where the side has none. */
function sideText({ conflict, parent: { session } }: ConflictRow, side: Side): string {
  if (side === 'base' && session.input.base === undefined) {
    return '';
  }
  const value = session.ruleWith(conflict, side) ?? conflict[side];
  if (value === undefined) {
    return '';
  }
  return isJsonObject(value) ? resourceText(value, 'yaml') : `${writeJson(value, { indent: 2 })}\n`;
}
