import * as vscode from 'vscode';
import type { PolicyName } from '../../core/policy/families.ts';
import type { ContextKeys } from '../platform/contextKeys.ts';
import { FramedRow } from '../platform/framedRow.ts';
import type { Settings } from '../platform/settings.ts';
import { withProgress } from '../platform/progress.ts';
import { setMessage, treeView } from '../platform/treeView.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { messageOf } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { RuleEditor } from '../workspace/ruleEditor.ts';
import type { RuleTarget, Target } from '../workspace/target.ts';
import { openAtRule } from '../targets/showRule.ts';
import type { PolicyRows } from '../targets/targets.ts';
import { MeantRows } from './meantRows.ts';
import { MovedRules } from './movedRules.ts';
import { attentionOf } from '../workspace/attention.ts';
import { isListed, takesSpecification } from './describeRule.ts';
import { PolicyTree, type PolicyTreeDeps } from './policyTree.ts';
import { rowDecorations } from '../platform/rowDecorations.ts';
import { RuleDragDrop } from './ruleDragDrop.ts';
import { SelectedRows } from './selectedRows.ts';
import { ShowMoved } from './showMoved.ts';
import { ShownRows, type Showing } from './shownRows.ts';
import { policyOf, type RuleNode, type TreeNode } from './treeNode.ts';
import { TreeSelection } from './treeSelection.ts';
import { TreeUse } from './treeUse.ts';

export const policiesViewId = 'ordinance.policies';

/** How long after a row was selected, or its file edited, the editor may still open what a row that was clicked was of. */
const clickMs = 1000;

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
  readonly #moved = new MovedRules();
  readonly #meant = new MeantRows();
  readonly #use: TreeUse;
  readonly #selection: TreeSelection<TreeNode>;
  #following: NodeJS.Timeout | undefined;
  /** How many moves are waiting to be shown: the cursor does not come before them. */
  #revealing = 0;
  readonly #shownRows: ShownRows;
  readonly #showMoved: ShowMoved;
  #showing: Promise<unknown> = Promise.resolve();
  #shown = false;
  #editedAt = -Infinity;
  /** When the file in front was edited last by somebody who was in it. */
  #actedAt = -Infinity;
  /** The place of the rule that was followed last. */
  #followed = '';
  readonly #selected: SelectedRows;
  readonly frame = new FramedRow<TreeNode>(policiesViewId, () => this.#view);

  constructor(deps: PoliciesViewDeps) {
    this.#deps = deps;
    this.tree = this.#disposables.add(
      new PolicyTree({ ...deps, moved: this.#moved, openAlone: (rule) => this.#openAlone(rule) }),
    );
    this.dragDrop = new RuleDragDrop({
      rules: deps.rules,
      editor: deps.ruleEditor,
      fileOf: (node) => this.#fileOf(node, deps.files),
      movedWith: (target) => this.#moved.with([target]),
      reveal: (targets) => this.revealRules(targets),
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
    const { draws } = this.tree;
    const { drawing } = draws;
    this.#use = this.#disposables.add(new TreeUse(this.#view));
    this.#selection = new TreeSelection({ view: this.#view, isDrawing: () => drawing.isOn });
    this.#shownRows = new ShownRows({
      view: this.#view,
      tree: this.tree,
      draws,
      use: this.#use,
      selection: this.#selection,
      moved: this.#moved,
      onSelected: (isFramed) => (isFramed ? this.frame.selected() : this.frame.stays()),
      log: deps.log,
    });
    this.#selected = new SelectedRows({
      drawing,
      tree: this.tree,
      moved: this.#moved,
      meant: this.#meant,
      selection: this.#selection,
      shownRows: this.#shownRows,
      onKnown: (rows) => this.#tellSelected(rows),
      onPerson: (count) => this.frame.selected(count),
    });
    this.#showMoved = new ShowMoved({
      view: this.#view,
      tree: this.tree,
      moved: this.#moved,
      selection: this.#selection,
      shownRows: this.#shownRows,
      whenSure: () => this.#selected.whenSure(),
    });
    this.#disposables.add(this.#view.onDidCollapseElement(({ element }) => drawing.closed(element)));
    this.#disposables.add(this.#view.onDidExpandElement(({ element }) => drawing.opened(element)));
    this.#disposables.add(
      this.#view.onDidChangeSelection(({ selection }) => {
        if (!this.frame.told(selection)) {
          this.#selected.told(selection);
        }
      }),
    );
    const edited = ({ uri }: vscode.TextDocument): void => {
      const place = deps.consoles.policyAt(uri);
      if (place) {
        this.#editedAt = performance.now();
        this.#meant.edited(place.console.id, place.ref.policy);
      }
      if (place && this.#moved.edited(place.console.id, place.ref.policy)) {
        this.tree.drawRules();
      }
    };
    // A rule that is moved or renamed in its file, or goes back there, takes the cursor along, and its row goes elsewhere or is another one.
    const acted = (document: vscode.TextDocument): void => {
      const editor = vscode.window.activeTextEditor;
      if (editor?.document === document && !this.#use.isLast) {
        this.#actedAt = performance.now();
        this.#follow(editor, { jumped: false });
      }
    };
    this.#disposables.add(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) {
          edited(document);
          acted(document);
        }
      }),
    );
    this.#disposables.add(vscode.workspace.onDidCloseTextDocument(edited));
    this.#disposables.add(vscode.window.registerFileDecorationProvider(rowDecorations));
    this.#disposables.add(deps.states.onDidChange(() => this.#showBadge()));
    this.#disposables.add(
      vscode.window.onDidChangeTextEditorSelection(({ kind, textEditor }) => {
        // Without a kind it was not the person who moved the cursor.
        if (kind !== undefined) {
          this.#follow(textEditor, { jumped: kind === vscode.TextEditorSelectionChangeKind.Command });
        }
      }),
    );
    this.#disposables.add(
      vscode.window.onDidChangeActiveTextEditor((editor) => editor && this.#follow(editor, { jumped: true })),
    );
    this.#disposables.add(
      this.#view.onDidChangeVisibility(({ visible }) => {
        this.#showProgress();
        if (visible) {
          this.#showing = Promise.allSettled([this.#showing, this.#showMoved.seen()]);
        }
      }),
    );
    this.#showProgress();
  }

  #tellSelected(rows: readonly TreeNode[]): void {
    const rules = rows.filter((row) => row.kind === 'rule');
    this.#deps.contextKeys.set('ordinance.hasSelectedRule', rules.length > 0);
    this.#deps.contextKeys.set('ordinance.hasSelectedApiRule', rules.some(takesSpecification));
    this.#deps.contextKeys.set('ordinance.hasSelectedListedRule', rules.some(isListed));
  }

  get isVisible(): boolean {
    return this.#view.visible;
  }

  /** Whether the person was here later than in any editor. */
  get wasUsedLast(): boolean {
    return this.#use.isLast;
  }

  async selection(asOf = this.selections): Promise<readonly Target[]> {
    return this.#selected.meantBy(asOf, () => this.#showing);
  }

  readonly focusCommand = `${policiesViewId}.focus`;

  async focus(): Promise<void> {
    await vscode.commands.executeCommand(this.focusCommand);
  }

  async whenShown(): Promise<void> {
    await this.#showing;
    await this.#shownRows.whenShown();
    // Rows that are not shown are drawn when they are, and take no keyboard.
    if (this.#view.visible) {
      await this.tree.draws.rest();
    }
  }

  get selections(): number {
    return this.#selected.selections;
  }

  /** Shows rules that were moved, as what is selected now, and takes nothing from a person who selected others meanwhile. */
  async revealRules(targets: readonly RuleTarget[], asOf = this.selections): Promise<void> {
    const [first] = targets;
    // They were edited from here: it is not the cursor that is followed.
    this.#actedAt = -Infinity;
    clearTimeout(this.#following);
    this.#following = undefined;
    this.#selected.are(targets, asOf);
    this.#revealing++;
    try {
      if (first && (this.#selected.isSame(asOf) || (await this.#selected.isStill(asOf)))) {
        this.#selected.are(targets, asOf);
        this.#moved.remember(targets);
        // Drawn first: a tree that is drawn anew later would lose the row that was selected.
        this.tree.drawRules(first);
        this.#showing = this.#showMoved.show(targets);
        await this.#showing;
      }
    } finally {
      this.#revealing--;
    }
  }

  /** The keyboard stays in the view, as after a click on any other row. */
  async #openAlone({ file, target, rule }: RuleNode): Promise<void> {
    this.#selected.are([target], this.selections);
    if (this.#moved.left()) {
      this.tree.drawRules();
    }
    const place = { ...target, name: rule.isSure ? rule.name : undefined };
    const uri = vscode.Uri.parse(file, true);
    await openAtRule(this.#deps.ruleEditor, uri, place, { preserveFocus: true, preview: true }).catch(
      (error: unknown) => this.#deps.report('open rule', error),
    );
  }

  /**
   * Brings a row into sight, and selects it unless told otherwise: the next command is about what is selected. The focus stays
   * where it is. A tree that is drawn anew meanwhile is asked again.
   */
  async revealRow(
    target: Target,
    { select }: { readonly select: boolean } = { select: true },
  ): Promise<void> {
    await (select ? this.#shownRows.showSelected(target) : this.#shownRows.showSurely(target, { select }));
  }

  /** Shows the row of a target, opening what it lies in. Nothing happens when there is no such row. */
  async reveal(target: Target, how: Showing = { focus: () => true }): Promise<void> {
    await this.#shownRows.show(target, how);
  }

  dispose(): void {
    clearTimeout(this.#following);
    this.#disposables.dispose();
  }

  async #fileOf(node: TreeNode, files: PolicyFiles): Promise<vscode.Uri | undefined> {
    const policy = policyOf(node);
    const console = policy && this.#deps.consoles.get(policy.target.consoleId);
    return console && files.find(console, policy.policy.name);
  }

  /** Above the rows, or instead of what is said where there are none. */
  say(message: string | undefined): void {
    setMessage(this.#view, message);
  }

  #showBadge(): void {
    const { consoles, states } = this.#deps;
    const { count, words } = attentionOf(
      consoles.consoles.map(
        ({ id }) =>
          (policy: PolicyName) =>
            states.status(id, policy),
      ),
      vscode.l10n,
    );
    this.#view.badge = count === 0 ? undefined : { value: count, tooltip: words };
  }

  /** Progress while the view shows states that are not known yet. */
  #showProgress(): void {
    if (this.#view.visible && !this.#shown) {
      this.#shown = true;
      void withProgress({ location: { viewId: policiesViewId }, title: '' }, () =>
        this.#deps.states.whenSettled(),
      );
    }
  }

  /** Follows the cursor when it rests, never taking the focus, nor the rows that a person selected, or moved, meanwhile. */
  #follow(editor: vscode.TextEditor, { jumped }: { readonly jumped: boolean }): void {
    clearTimeout(this.#following);
    this.#following = undefined;
    // A click on a row opens the file where the rule stood when the row was drawn: another may stand there now.
    const isRecent = (at: number): boolean => performance.now() - at < clickMs;
    const isOfClick =
      jumped &&
      (isRecent(this.#selected.changedAt) || (isRecent(this.#editedAt) && !isRecent(this.#actedAt)));
    if (isOfClick || !this.#view.visible || !this.#deps.settings.flag('ordinance.tree.followEditor')) {
      return;
    }
    const { changes } = this.#selection;
    const { current } = this.#moved;
    const timer = setTimeout(() => {
      const isStale = (): boolean =>
        this.#following !== timer ||
        // A row that is shown would bring back a view that was left for another one meanwhile.
        !this.#view.visible ||
        this.#revealing > 0 ||
        this.#selected.isUnsure ||
        this.#selection.changes !== changes ||
        // What was moved is what the next key is about.
        this.#moved.isAfter(current) ||
        editor !== vscode.window.activeTextEditor;
      void this.#showRuleAtCursor(editor, isStale).catch((error: unknown) =>
        // The document may be closed meanwhile. Nobody asked for this, so nobody is told.
        this.#deps.log.debug(`the rule at the cursor was not revealed: ${messageOf(error)}`),
      );
    }, 150);
    this.#following = timer;
  }

  async #showRuleAtCursor(editor: vscode.TextEditor, isStale: () => boolean): Promise<void> {
    const at = this.#deps.consoles.policyAt(editor.document.uri);
    const place = at && (await this.#deps.rules.atCursor(editor));
    if (!at || !place) {
      return;
    }
    const target: Target = {
      kind: 'rule',
      consoleId: at.console.id,
      policy: at.ref.policy,
      array: place.array,
      index: place.index,
    };
    const rows = await this.#selection.rows();
    if (!rows) {
      return;
    }
    const isAt = (node: TreeNode): boolean =>
      node.kind === 'rule' &&
      node.target.index === target.index &&
      node.target.array === target.array &&
      node.file === editor.document.uri.toString();
    const selected = rows.some(isAt);
    const followed = `${editor.document.uri.toString()} ${target.array} ${target.index}`;
    if (!selected) {
      await this.#shownRows.showSurely(target, { unless: isStale });
      if (this.#view.selection.some(isAt)) {
        this.frame.left();
      }
    } else if (followed !== this.#followed) {
      // It is lit up where it stands now, which may be out of sight.
      await this.#shownRows.showSurely(target, { select: false, unless: isStale });
    }
    this.#followed = followed;
  }
}
