import * as vscode from 'vscode';
import { policyKind, policyKinds } from '../../core/policy/families.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { messageOf } from '../../core/util/errors.ts';
import { withProgress } from '../platform/progress.ts';
import { KeyRows } from '../platform/commandRegistry.ts';
import { rowDecorations, setMessage, treeView } from '../platform/treeView.ts';
import type { PolicyRows } from '../targets/targets.ts';
import { attentionOf } from '../workspace/shownState.ts';
import type { Reveal, RuleTarget, Target } from '../workspace/target.ts';
import { PolicyTree } from './policyTree.ts';
import { RuleDragDrop } from './ruleDragDrop.ts';
import type { TreeNode } from './treeNodes.ts';
import type { RowDeps } from './describeRows.ts';
import type { FeatureServices } from '../featureServices.ts';

const policiesViewId = 'ordinance.policies';

/** Rows that are expanded when they are revealed. */
const opened: ReadonlySet<TreeNode['kind']> = new Set(['console', 'family', 'policy']);

type PoliciesViewDeps = RowDeps & Pick<FeatureServices, 'ruleEditor' | 'contextKeys' | 'log' | 'report'>;

/** The Policies view with its badge, its progress, drag and drop, and the mark at the rule of the cursor. */
export class PoliciesView extends DisposableOwner implements PolicyRows {
  readonly #deps: PoliciesViewDeps;
  readonly #view: vscode.TreeView<TreeNode>;
  /** Public for tests of the host, which cannot see a tree. */
  readonly tree: PolicyTree;
  readonly dragDrop: RuleDragDrop;
  readonly #keyRows: KeyRows<TreeNode>;
  #wasUsedLast = false;
  /** The last edited rule to show, until a person selects a row or asks for one. */
  #edited: RuleTarget | undefined;

  constructor(deps: PoliciesViewDeps) {
    super();
    this.#deps = deps;
    this.tree = this.disposables.add(new PolicyTree(deps));
    this.dragDrop = new RuleDragDrop(deps);
    this.#view = this.disposables.add(
      treeView(policiesViewId, {
        treeDataProvider: this.tree,
        dragAndDropController: this.dragDrop,
        canSelectMany: true,
        showCollapseAll: true,
      }),
    );
    this.#keyRows = this.disposables.add(new KeyRows(policiesViewId, this.#view));
    this.#followUse();
    this.#followCursor();
    this.disposables.add(vscode.window.registerFileDecorationProvider(rowDecorations));
    this.disposables.add(deps.models.onDidChange(() => this.#showBadge()));
    this.disposables.add(this.#view.onDidChangeVisibility(() => this.#showProgress()));
    this.#showProgress();
  }

  get isVisible(): boolean {
    return this.#view.visible;
  }

  /** True when the person used a row of the view after any editor. Extensions cannot read the focus. */
  get wasUsedLast(): boolean {
    return this.#wasUsedLast;
  }

  get selection(): readonly Target[] {
    return this.#view.selection.map(({ target }) => target);
  }

  async targetsAt(key: unknown): Promise<readonly Target[]> {
    this.#wasUsedLast = true;
    return (await this.#keyRows.at(key)).map(({ target }) => target);
  }

  isRow(argument: unknown): boolean {
    const isRow = this.tree.has(argument);
    this.#wasUsedLast ||= isRow;
    return isRow;
  }

  async focus(): Promise<void> {
    this.#wasUsedLast = true;
    await vscode.commands.executeCommand(`${policiesViewId}.focus`);
  }

  async showEdited(rule: RuleTarget, how: Reveal): Promise<void> {
    this.#edited = rule;
    const row = await this.tree.nodeOf(rule);
    // The editor would bring back a hidden view.
    if (row && this.#edited === rule && this.#view.visible) {
      const revealed = this.#reveal(row, this.#wasUsedLast ? how : 'show');
      // A row that is selected late would replace what a person selects next. A move does not wait for the view.
      await (how === 'select' && revealed);
    }
  }

  async revealRow(target: Target, how: Reveal): Promise<void> {
    this.#edited = undefined;
    if (target.kind === 'rule') {
      // The editor reveals only listed rows, and the rule may be new.
      this.tree.draw(target);
    }
    const row = await this.tree.nodeOf(target);
    if (row) {
      await this.#reveal(row, how);
    }
  }

  /** Shows a message above the rows, or in place of the welcome text. */
  setMessage(message: string | undefined): void {
    setMessage(this.#view, message);
  }

  /** The editor refuses a row that no longer exists. */
  async #reveal(row: TreeNode, how: Reveal): Promise<void> {
    try {
      const isSelected = how === 'select';
      await this.#view.reveal(row, { select: isSelected, focus: isSelected, expand: opened.has(row.kind) });
    } catch (error) {
      this.#deps.log.debug(`a row was not revealed: ${messageOf(error)}`);
    }
  }

  #followUse(): void {
    const left = (): void => {
      this.#wasUsedLast = false;
    };
    const { window } = vscode;
    this.disposables.add(
      this.#view.onDidChangeSelection(({ selection }) => {
        // The editor deselects removed rows, so an empty selection may not come from a person.
        if (selection.length > 0) {
          this.#wasUsedLast = true;
          this.#edited = undefined;
        }
        const kinds = selection.flatMap(({ target }) =>
          target.kind === 'rule' ? policyKind(target.policy) : [],
        );
        const { contextKeys } = this.#deps;
        contextKeys.set('ordinance.hasSelectedRule', kinds.length > 0);
        contextKeys.set(
          'ordinance.hasSelectedApiRule',
          kinds.some(({ hasApps }) => hasApps),
        );
        contextKeys.set(
          'ordinance.hasSelectedListedRule',
          kinds.some(({ impacted }) => impacted),
        );
      }),
    );
    this.disposables.add(window.onDidChangeActiveTextEditor(left));
    // Commands of this view move the cursor too.
    const { Keyboard, Mouse } = vscode.TextEditorSelectionChangeKind;
    this.disposables.add(
      window.onDidChangeTextEditorSelection(({ kind }) => (kind === Keyboard || kind === Mouse) && left()),
    );
  }

  #followCursor(): void {
    const { window } = vscode;
    const follow = (): void => {
      void this.#markRuleAtCursor().catch((error: unknown) =>
        // The document may be closed already. No one asked for the mark, so no message reports a failure.
        this.#deps.log.debug(`the rule at the cursor was not marked: ${messageOf(error)}`),
      );
    };
    this.disposables.add(window.onDidChangeTextEditorSelection(follow));
    this.disposables.add(window.onDidChangeActiveTextEditor(follow));
    this.disposables.add(this.#view.onDidChangeVisibility(follow));
  }

  /** Never moves the focus or the selection, and never shows a hidden view. */
  async #markRuleAtCursor(): Promise<void> {
    const isFollowing = this.#view.visible && this.#deps.settings.flag('ordinance.tree.followEditor');
    const rule = isFollowing ? await this.#ruleAtCursor(vscode.window.activeTextEditor) : undefined;
    if (!this.tree.isAtCursor(rule)) {
      const row = await this.tree.markAtCursor(rule);
      if (row && this.tree.isAtCursor(rule) && !this.#wasUsedLast && this.#view.visible) {
        await this.#reveal(row, 'show');
      }
    }
  }

  async #ruleAtCursor(editor: vscode.TextEditor | undefined): Promise<RuleTarget | undefined> {
    const at = editor && this.#deps.consoles.policyAt(editor.document.uri);
    const place = at && (await this.#deps.rules.atCursor(editor));
    return place && { kind: 'rule', consoleId: at.console.id, policy: at.kind.name, ...place };
  }

  #showBadge(): void {
    const { consoles, models } = this.#deps;
    const { counts, words } = attentionOf(
      consoles.consoles.flatMap(({ id }) => policyKinds.map(({ name }) => models.status(id, name))),
    );
    const value = counts.conflicts + counts.edits + counts.drift;
    this.#view.badge = value === 0 ? undefined : { value, tooltip: words.join(', ') };
  }

  /** Shows progress until all states are known. */
  #showProgress(): void {
    if (this.#view.visible) {
      void withProgress({ location: { viewId: policiesViewId }, title: '' }, () =>
        this.#deps.models.whenSettled(),
      );
    }
  }
}
