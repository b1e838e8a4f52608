import * as vscode from 'vscode';
import type { PolicyName } from '../../core/policy/families.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { messageOf } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { ContextKeys } from '../platform/contextKeys.ts';
import { FocusedRow } from '../platform/focusedRow.ts';
import { withProgress } from '../platform/progress.ts';
import { rowDecorations } from '../platform/treeRow.ts';
import type { Settings } from '../platform/settings.ts';
import { setMessage, treeView } from '../platform/treeView.ts';
import type { PolicyRows, Reveal } from '../targets/targets.ts';
import { attentionOf } from '../workspace/policyGroups.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { RuleEditor } from '../workspace/ruleEditor.ts';
import type { RuleTarget, Target } from '../workspace/target.ts';
import { isListed, takesSpecification } from './describeRule.ts';
import { PolicyTree, type PolicyTreeDeps } from './policyTree.ts';
import { RuleDragDrop } from './ruleDragDrop.ts';
import { policyOf, type TreeNode } from './treeNode.ts';

export const policiesViewId = 'ordinance.policies';

/** How long the cursor rests before its rule is shown. */
const cursorRestMs = 150;

/** Rows that open when they are revealed: who asks for them wants to see their content. */
const opened: ReadonlySet<TreeNode['kind']> = new Set(['console', 'family', 'policy']);

export interface PoliciesViewDeps extends PolicyTreeDeps {
  readonly ruleEditor: RuleEditor;
  readonly settings: Settings;
  readonly contextKeys: Pick<ContextKeys, 'set'>;
  readonly log: Logger;
  readonly report: (what: string, error: unknown) => void;
}

/** The Policies view with its badge, its progress, drag and drop, and the way from the cursor to the rule's row. */
export class PoliciesView implements PolicyRows, Disposable {
  readonly #deps: PoliciesViewDeps;
  readonly #disposables = new DisposableStore();
  readonly #view: vscode.TreeView<TreeNode>;
  /** For tests of the host, which cannot see a tree. */
  readonly tree: PolicyTree;
  readonly dragDrop: RuleDragDrop;
  readonly #focusedRow: FocusedRow<TreeNode>;
  #following: NodeJS.Timeout | undefined;
  /** Place of the rule at the cursor in its list. */
  #placeAtCursor: number | undefined;
  #wasUsedLast = false;
  #shown = false;

  constructor(deps: PoliciesViewDeps) {
    this.#deps = deps;
    this.tree = this.#disposables.add(new PolicyTree(deps));
    this.dragDrop = new RuleDragDrop({
      editor: deps.ruleEditor,
      fileOf: (node) => this.#fileOf(node, deps.files),
      reveal: (targets) => this.revealEdited(targets, 'keep'),
      report: deps.report,
    });
    this.#view = this.#disposables.add(
      treeView(policiesViewId, {
        treeDataProvider: this.tree,
        dragAndDropController: this.dragDrop,
        canSelectMany: true,
        showCollapseAll: true,
      }),
    );
    this.#focusedRow = this.#disposables.add(new FocusedRow(policiesViewId, this.#view, this.tree));
    this.#followUse();
    this.#followCursor();
    this.#disposables.add(vscode.window.registerFileDecorationProvider(rowDecorations));
    this.#disposables.add(deps.models.onDidChange(() => this.#showBadge()));
    this.#disposables.add(this.#view.onDidChangeVisibility(() => this.#showProgress()));
    this.#showProgress();
  }

  get isVisible(): boolean {
    return this.#view.visible;
  }

  /** Whether the person used the view later than any editor: as near as an extension comes to knowing what has the focus. */
  get wasUsedLast(): boolean {
    return this.#wasUsedLast;
  }

  get selection(): readonly Target[] {
    return this.#view.selection.map(({ target }) => target);
  }

  targetsAt(key: unknown): () => Promise<readonly Target[]> {
    this.#wasUsedLast = true;
    return this.#focusedRow.rowsAt(key, ({ target }) => target);
  }

  isRow(argument: unknown): boolean {
    const isRow = this.tree.has(argument);
    this.#wasUsedLast ||= isRow;
    return isRow;
  }

  readonly focusCommand = `${policiesViewId}.focus`;

  async focus(): Promise<void> {
    this.#wasUsedLast = true;
    await vscode.commands.executeCommand(this.focusCommand);
  }

  /** Takes nothing from a person who went elsewhere since the command was called. */
  async revealEdited([first]: readonly RuleTarget[], how: Reveal): Promise<void> {
    if (!first || !this.#view.visible) {
      return;
    }
    const { selections } = this.#focusedRow;
    this.tree.draw(first);
    const moved = await this.tree.movedNodeOf(first);
    if (moved) {
      const { row, isElsewhere } = moved;
      // The editor shows it when the rows are redrawn.
      await this.#reveal(row, 'show');
      // It keeps selection and focus of a row by its id, among the rows of one parent.
      const mustSelect = how === 'select' || (how === 'keep' && isElsewhere);
      const [selected, ...others] = this.#view.selection;
      const isSelected = selected === row && others.length === 0;
      if (mustSelect && !isSelected && this.#wasUsedLast && selections === this.#focusedRow.selections) {
        await this.#reveal(row, 'select');
      }
    }
  }

  async revealRow(target: Target, how: Reveal): Promise<void> {
    if (target.kind === 'rule') {
      // It may be new, and the editor reveals only rows that it has listed.
      this.tree.draw(target);
    }
    const row = await this.tree.nodeOf(target);
    if (row) {
      await this.#reveal(row, how);
    }
  }

  dispose(): void {
    clearTimeout(this.#following);
    this.#disposables.dispose();
  }

  /** Above the rows, or instead of what is said where there are none. */
  say(message: string | undefined): void {
    setMessage(this.#view, message);
  }

  /** The editor refuses a row that is gone again by the time it is shown. */
  async #reveal(row: TreeNode, how: Reveal): Promise<boolean> {
    try {
      const isSelected = how === 'select';
      await this.#focusedRow.reveal(row, {
        select: isSelected,
        focus: isSelected,
        expand: opened.has(row.kind),
      });
      return true;
    } catch (error) {
      this.#deps.log.debug(`a row was not revealed: ${messageOf(error)}`);
      return false;
    }
  }

  #followUse(): void {
    const used = (): void => {
      this.#wasUsedLast = true;
    };
    const left = (): void => {
      this.#wasUsedLast = false;
    };
    const { window } = vscode;
    this.#disposables.add(
      this.#view.onDidChangeSelection(({ selection }) => {
        this.#wasUsedLast ||= !this.#focusedRow.isRevealed(selection);
        const rules = selection.filter((row) => row.kind === 'rule');
        const { contextKeys } = this.#deps;
        contextKeys.set('ordinance.hasSelectedRule', rules.length > 0);
        contextKeys.set('ordinance.hasSelectedApiRule', rules.some(takesSpecification));
        contextKeys.set('ordinance.hasSelectedListedRule', rules.some(isListed));
      }),
    );
    this.#disposables.add(this.#view.onDidExpandElement(used));
    this.#disposables.add(this.#view.onDidCollapseElement(used));
    this.#disposables.add(window.onDidChangeActiveTextEditor(left));
    // Commands move the cursor as well, those of this view among them.
    const { Keyboard, Mouse } = vscode.TextEditorSelectionChangeKind;
    this.#disposables.add(
      window.onDidChangeTextEditorSelection(({ kind }) => (kind === Keyboard || kind === Mouse) && left()),
    );
  }

  /** A rule that is moved or renamed in its file takes the cursor along, so edits count like moves of the cursor. */
  #followCursor(): void {
    const { window, workspace } = vscode;
    this.#disposables.add(window.onDidChangeTextEditorSelection(() => this.#follow()));
    this.#disposables.add(window.onDidChangeActiveTextEditor(() => this.#follow()));
    this.#disposables.add(this.#view.onDidChangeVisibility(() => this.#follow()));
    this.#disposables.add(
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && document === window.activeTextEditor?.document) {
          this.#follow();
        }
      }),
    );
  }

  #follow(): void {
    clearTimeout(this.#following);
    this.#following = setTimeout(() => {
      void this.#showRuleAtCursor().catch((error: unknown) =>
        // The document may be closed by then. Nobody asked for this, so nobody is told.
        this.#deps.log.debug(`the rule at the cursor was not revealed: ${messageOf(error)}`),
      );
    }, cursorRestMs);
  }

  /** Never takes the focus or the selection, nor brings back a view that is hidden. */
  async #showRuleAtCursor(): Promise<void> {
    const isFollowing = this.#view.visible && this.#deps.settings.flag('ordinance.tree.followEditor');
    const rule = isFollowing ? await this.#ruleAtCursor(vscode.window.activeTextEditor) : undefined;
    const row = rule && (await this.tree.nodeOf(rule));
    const isNew = row !== undefined && !this.tree.isAtCursor(row);
    const wasMoved = rule !== undefined && !isNew && rule.index !== this.#placeAtCursor;
    this.#placeAtCursor = rule?.index;
    if (row && this.#view.visible && (isNew || (wasMoved && !this.#wasUsedLast))) {
      if (wasMoved) {
        // A key of the file may move the rule far, and the editor reveals a row where it was drawn last.
        this.tree.draw(rule);
      }
      // What was refused is tried again with the next move of the cursor or edit.
      if (!(await this.#reveal(row, 'show'))) {
        return;
      }
    }
    // Only then: the editor would reveal it once it has redrawn the mark, and by then another view may be in front.
    this.tree.markAtCursor(row);
  }

  async #ruleAtCursor(editor: vscode.TextEditor | undefined): Promise<RuleTarget | undefined> {
    const at = editor && this.#deps.consoles.policyAt(editor.document.uri);
    const place = at && (await this.#deps.rules.atCursor(editor));
    return place && { kind: 'rule', consoleId: at.console.id, policy: at.ref.policy, ...place };
  }

  async #fileOf(node: TreeNode, files: PolicyFiles): Promise<vscode.Uri | undefined> {
    const policy = policyOf(node);
    const console = policy && this.#deps.consoles.get(policy.target.consoleId);
    return console && files.find(console, policy.policy.name);
  }

  #showBadge(): void {
    const { consoles, models } = this.#deps;
    const { count, words } = attentionOf(
      consoles.consoles.map(
        ({ id }) =>
          (policy: PolicyName) =>
            models.status(id, policy),
      ),
    );
    this.#view.badge = count === 0 ? undefined : { value: count, tooltip: words };
  }

  /** Progress while the view shows states that are not known yet. */
  #showProgress(): void {
    if (this.#view.visible && !this.#shown) {
      this.#shown = true;
      void withProgress({ location: { viewId: policiesViewId }, title: '' }, () =>
        this.#deps.models.whenSettled(),
      );
    }
  }
}
