import * as vscode from 'vscode';
import { ConditionMessage } from '../platform/conditionMessage.ts';
import { FocusedRow } from '../platform/focusedRow.ts';
import { StandingCommands } from '../platform/standingCommands.ts';
import { treeView } from '../platform/treeView.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { resolutionScheme } from '../workspace/partText.ts';
import { sameLines } from '../workspace/textFiles.ts';
import { invocationOf } from '../targets/invocation.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { PolicyStates } from '../workspace/policyStates.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import {
  conflictRows,
  mergeNode,
  sideNodes,
  type ConflictNode,
  type ConflictRow,
  type MergeNode,
} from './conflictNode.ts';
import { ConflictSheets, type ConflictSheetsDeps } from './conflictSheets.ts';
import { ConflictTexts } from './conflictTexts.ts';
import { describeConflictNode } from './describeConflict.ts';
import { isGoingOn, type Merges } from './merges.ts';
import type { MergeSession } from './mergeSession.ts';
import { ResolutionFiles } from './resolutionFiles.ts';
import { treeRow } from '../platform/treeRow.ts';

export const conflictsViewId = 'ordinance.conflicts';

/** How long nobody types before it is looked at what an edit hinders. */
const typingPauseMs = 200;

export interface ConflictsViewDeps {
  readonly merges: Merges;
  readonly consoles: ConsoleRegistry;
  readonly files: PolicyFiles;
  readonly states: Pick<PolicyStates, 'blame'>;
  readonly tested: ConflictSheetsDeps['tested'];
}

/** The Conflicts view: what mine and live both changed, with base beside them, and what was chosen. */
export class ConflictsView extends DisposableOwner implements vscode.TreeDataProvider<ConflictNode> {
  readonly #deps: ConflictsViewDeps;
  readonly #changed = this.disposables.add(new vscode.EventEmitter<undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #texts = this.disposables.add(new ConflictTexts());
  readonly #commands = this.disposables.add(new StandingCommands());
  readonly #resolutions: ResolutionFiles;
  readonly #view: vscode.TreeView<ConflictNode>;
  readonly #focusedRow: FocusedRow<ConflictNode>;
  readonly #message: ConditionMessage;
  readonly #sheets: ConflictSheets;
  #following: NodeJS.Timeout | undefined;

  constructor(deps: ConflictsViewDeps) {
    super();
    this.#deps = deps;
    this.#resolutions = this.disposables.add(new ResolutionFiles(deps));
    this.disposables.add(this.#resolutions.onDidSettle((row) => void this.#settled(row)));
    this.#view = this.disposables.add(
      treeView(conflictsViewId, { treeDataProvider: this, canSelectMany: true }),
    );
    this.#focusedRow = this.disposables.add(new FocusedRow(conflictsViewId, this.#view));
    this.#message = this.disposables.add(new ConditionMessage(this.#view));
    this.#sheets = this.disposables.add(
      new ConflictSheets({
        ...deps,
        hindrance: (session) => this.hindrance(session),
        wantsMerging: (session) => this.wantsMerging(session),
      }),
    );
    const { onDidChangeTextDocument, onDidCloseTextDocument, onDidSaveTextDocument } = vscode.workspace;
    this.disposables.add(onDidChangeTextDocument(({ document }) => this.#followed(document)));
    this.disposables.add(onDidCloseTextDocument((document) => this.#followed(document)));
    this.disposables.add(onDidSaveTextDocument((document) => this.#followed(document)));
    this.disposables.add(deps.consoles.onDidChange(() => this.#follow()));
    this.disposables.add({ dispose: () => clearTimeout(this.#following) });
    this.disposables.add(
      deps.merges.onDidChange(() => {
        this.#message.update();
        this.#commands.letGo(([node]) => !isGoingOn(deps.merges, mergeOf(node as ConflictNode).session));
        const open = deps.merges.all.reduce((sum, { result }) => sum + result.open.length, 0);
        // No badge: the Policies view counts the policy already, and the editor adds the badges of a container.
        this.#view.description =
          open === 0
            ? undefined
            : open === 1
              ? vscode.l10n.t('1 open conflict')
              : vscode.l10n.t('{0} open conflicts', open);
        this.#changed.fire(undefined);
      }),
    );
  }

  /**
   * What a key acts on: the conflict at the cursor of a merge that is shown as a document, or whose rule is edited, else the selected rows. Nothing
   * while the view is hidden: a command may not act on what nobody sees.
   */
  get selection(): readonly ConflictNode[] {
    const atCursor = this.#sheets.atCursor() ?? this.#resolutions.active();
    if (atCursor) {
      return [atCursor];
    }
    const { active } = this.#sheets;
    if (active) {
      return [mergeNode(active)];
    }
    return this.#selected;
  }

  /**
   * What a command acts on that names no row. A key of the view means its focused row, whatever an editor shows beside it; the title of
   * a merge means that merge.
   */
  async meantBy(row: unknown): Promise<readonly ConflictNode[]> {
    const invocation = invocationOf(row, undefined);
    if (invocation.from === 'tree') {
      return (await this.#focusedRow.rowsAt(row, (node) => node)()).filter((node) => this.#isGoingOn(node));
    }
    const merge =
      invocation.from === 'files' && invocation.uris[0] && this.#sheets.mergeIn(invocation.uris[0]);
    return merge ? [mergeNode(merge)] : this.selection;
  }

  /** The rows that are selected in sight; of a merge that is over the editor may hold some still. */
  get #selected(): readonly ConflictNode[] {
    const { visible, selection } = this.#view;
    return visible ? selection.filter((node) => this.#isGoingOn(node)) : [];
  }

  #isGoingOn(node: ConflictNode): boolean {
    return isGoingOn(this.#deps.merges, mergeOf(node).session);
  }

  /** The message above the rows; for tests. */
  get message(): string | undefined {
    return this.#view.message;
  }

  /**
   * Says above the rows why a merge cannot be applied, until it can be, and shows what is open. Resolves with the same where
   * nobody sees the rows.
   */
  async hold(session: MergeSession): Promise<string | undefined> {
    this.#message.show(() => this.#whatHolds(session));
    await (this.#sheets.isOpen(session) ? this.#sheets.show(session) : this.reveal(session));
    return this.#view.visible ? undefined : this.#whatHolds(session);
  }

  /** Opens the merge as a document in which each conflict is decided. */
  async review(session: MergeSession): Promise<void> {
    await this.#sheets.show(session);
  }

  /** Whether the merge is in sight, as it stands. */
  isSeen(session: MergeSession): Promise<boolean> {
    return this.#sheets.isSeen(session);
  }

  /** Undefined when the merge can be applied, or is over. */
  #whatHolds(session: MergeSession): string | undefined {
    const { l10n } = vscode;
    const { open } = session.result;
    if (!isGoingOn(this.#deps.merges, session)) {
      return undefined;
    }
    if (open.length > 0) {
      return open.length === 1
        ? l10n.t('1 conflict is still open: choose mine or live.')
        : l10n.t('{0} conflicts are still open: choose mine or live for each of them.', open.length);
    }
    return this.hindrance(session);
  }

  /** Why a merge cannot be applied, whatever is decided. */
  hindrance(session: MergeSession): string | undefined {
    const { l10n } = vscode;
    if (this.isUnsaved(session)) {
      return l10n.t(
        'A rule of this merge is edited and not saved: save it to settle its conflict, or close it.',
      );
    }
    if (!this.#deps.consoles.get(session.input.consoleId)) {
      return l10n.t('This console is no longer named in ordinance.yaml.');
    }
    return this.#isOutdated(session)
      ? l10n.t(
          'The file was edited after the merge began: merge again. What you chose is kept where it still fits.',
        )
      : undefined;
  }

  /** Whether nothing hinders a merge but that the file says something else than what was merged. */
  wantsMerging(session: MergeSession): boolean {
    const isThere = this.#deps.consoles.get(session.input.consoleId) !== undefined;
    return isThere && !this.isUnsaved(session) && this.#isOutdated(session);
  }

  #isOutdated(session: MergeSession): boolean {
    const file = vscode.workspace.textDocuments.find((document) => isOf(this.#deps, session, document));
    return file !== undefined && !sameLines(file.getText(), session.input.seen.mineText);
  }

  /**
   * A file of a merge, or a rule of it, was edited, saved or closed. What that hinders is told when nobody types: the whole file is compared
   * for it. Applying asks for itself.
   */
  #followed(document: vscode.TextDocument): void {
    const isFile = this.#deps.merges.all.some((session) => isOf(this.#deps, session, document));
    if (isFile || document.uri.scheme === resolutionScheme) {
      clearTimeout(this.#following);
      this.#following = setTimeout(() => this.#follow(), typingPauseMs);
    }
  }

  #follow(): void {
    this.#message.update();
    this.#sheets.followHindrance();
  }

  /** Shows the first open conflict of a merge and gives its row the focus. */
  async reveal(session: MergeSession): Promise<void> {
    const parent = mergeNode(session);
    const [open] = session.result.open;
    const row = conflictRows(parent).find(({ conflict }) => conflict.id === open?.id);
    await this.#focus(row ?? parent);
  }

  /** The next conflict that is open, after a choice was made: in its document if that is in front, unless it was made in the view. */
  async revealNext(row: ConflictRow, { inView = false }: { readonly inView?: boolean } = {}): Promise<void> {
    const { session } = row.parent;
    if (!inView && (await this.#sheets.revealNext(row))) {
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
    await (this.#sheets.isOpen(session) ? this.#sheets.show(session) : this.revealNext(row));
  }

  /** Opens the rule of a conflict as a document of its own; saving it settles the conflict. */
  async edit(row: ConflictRow): Promise<void> {
    await this.#resolutions.open(row);
  }

  /** Whether a rule of this merge was edited and not saved. */
  isUnsaved(session: MergeSession): boolean {
    return this.#resolutions.isUnsaved(session);
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
    await this.#focusedRow.reveal(node, { select: true, focus: true, expand: true }).catch(() => undefined);
  }
}

function isOf(
  { consoles }: Pick<ConflictsViewDeps, 'consoles'>,
  { id }: MergeSession,
  { uri }: vscode.TextDocument,
): boolean {
  const at = consoles.policyAt(uri);
  return at !== undefined && `${at.console.id}/${at.ref.policy}` === id;
}

export function mergeOf(node: ConflictNode): MergeNode {
  let current = node;
  while (current.kind !== 'merge') {
    current = current.parent;
  }
  return current;
}
