import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { PolicyName } from '../../core/policy/families.ts';
import type { Settings } from '../platform/settings.ts';
import { withProgress } from '../platform/progress.ts';
import { setMessage, treeView } from '../platform/treeView.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { messageOf } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { RuleEditor } from '../workspace/ruleEditor.ts';
import type { RuleTarget, Target } from '../workspace/target.ts';
import type { PolicyRows } from '../targets/targets.ts';
import { MovedRules } from './movedRules.ts';
import { attentionOf } from '../workspace/attention.ts';
import { PolicyTree, type PolicyTreeDeps } from './policyTree.ts';
import { rowDecorations } from '../platform/rowDecorations.ts';
import { RuleDragDrop } from './ruleDragDrop.ts';
import { policyOf, type TreeNode } from './treeNode.ts';
import { TreeUse } from './treeUse.ts';

export const policiesViewId = 'ordinance.policies';

/** How long rows that are drawn anew are waited for, and how often they are looked for. */
const redrawMs = 20;
const redraws = 100;

/** Rows that are opened when they are shown: who asks for them wants to see what is in them. */
const opened: ReadonlySet<TreeNode['kind']> = new Set(['console', 'family', 'policy']);

export interface PoliciesViewDeps extends PolicyTreeDeps {
  readonly ruleEditor: RuleEditor;
  readonly settings: Settings;
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
  readonly #use: TreeUse;
  #following: NodeJS.Timeout | undefined;
  /** How many rows were selected when that was last told. */
  #selected = 0;
  #showing: Promise<unknown> = Promise.resolve();
  #shown = false;

  constructor(deps: PoliciesViewDeps) {
    this.#deps = deps;
    this.tree = this.#disposables.add(new PolicyTree({ ...deps, moved: this.#moved }));
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
    this.#use = this.#disposables.add(new TreeUse(this.#view));
    this.#disposables.add(
      this.#view.onDidChangeSelection(({ selection }) => {
        this.#selected = selection.length;
        if (!this.#use.isOurs && this.#moved.selected(selection.map(({ target }) => target))) {
          this.tree.drawRules();
        }
      }),
    );
    const edited = ({ uri }: vscode.TextDocument): void => {
      const place = deps.consoles.policyAt(uri);
      if (place && this.#moved.edited(place.console.id, place.ref.policy)) {
        this.tree.drawRules();
      }
    };
    this.#disposables.add(
      vscode.workspace.onDidChangeTextDocument(
        ({ document, contentChanges }) => contentChanges.length > 0 && edited(document),
      ),
    );
    this.#disposables.add(vscode.workspace.onDidCloseTextDocument(edited));
    this.#disposables.add(vscode.window.registerFileDecorationProvider(rowDecorations));
    this.#disposables.add(deps.states.onDidChange(() => this.#showBadge()));
    this.#disposables.add(
      vscode.window.onDidChangeTextEditorSelection(({ kind, textEditor }) => {
        // Without a kind it was not the person who moved the cursor.
        if (kind !== undefined) {
          this.#follow(textEditor);
        }
      }),
    );
    this.#disposables.add(
      vscode.window.onDidChangeActiveTextEditor((editor) => editor && this.#follow(editor)),
    );
    this.#disposables.add(this.#view.onDidChangeVisibility(() => this.#showProgress()));
    this.#showProgress();
  }

  get isVisible(): boolean {
    return this.#view.visible;
  }

  /** Whether the person was here later than in any editor. */
  get wasUsedLast(): boolean {
    return this.#use.isLast;
  }

  /**
   * The selected rows; with the first of rules that were moved together, the others too. Rows that are being drawn anew
   * are waited for: the tree knows of no selection meanwhile, and a key that is held down would find none.
   */
  async selection(): Promise<readonly Target[]> {
    await this.#showing;
    for (let left = redraws; left > 0 && this.#view.selection.length < this.#selected; left--) {
      await delay(redrawMs);
    }
    return this.#moved.with(this.#view.selection.map(({ target }) => target));
  }

  /** Shows rules that were moved, as what is selected now. */
  async revealRules(targets: readonly RuleTarget[]): Promise<void> {
    const [first] = targets;
    if (first) {
      this.#moved.remember(targets);
      // Drawn first: a tree that is drawn anew later would lose the row that was selected.
      this.tree.drawRules(first);
      const showing = this.reveal(first);
      this.#showing = showing.catch(() => undefined);
      await showing;
    }
  }

  /**
   * Brings a row into sight, and selects it unless told otherwise: the next command is about what is selected. The focus stays
   * where it is. A tree that is drawn anew meanwhile is asked again.
   */
  async revealRow(
    target: Target,
    { select }: { readonly select: boolean } = { select: true },
  ): Promise<void> {
    for (let left = redraws; ; left--) {
      try {
        await this.reveal(target, { focus: false, select });
        return;
      } catch (error) {
        this.#deps.log.debug(`a row was not revealed: ${messageOf(error)}`);
        if (left === 0) {
          return;
        }
      }
      await delay(redrawMs);
    }
  }

  /** Shows the row of a target, opening what it lies in. Nothing happens when there is no such row. */
  async reveal(
    target: Target,
    { focus, select = true }: { readonly focus: boolean; readonly select?: boolean } = { focus: true },
  ): Promise<void> {
    const node = await this.tree.nodeOf(target);
    if (node) {
      await this.#use.byOurselves(async () =>
        this.#view.reveal(node, { select, focus, expand: opened.has(node.kind) }),
      );
    }
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

  /** Follows the cursor when it rests, never taking the focus. */
  #follow(editor: vscode.TextEditor): void {
    clearTimeout(this.#following);
    if (!this.#view.visible || !this.#deps.settings.flag('ordinance.tree.followEditor')) {
      return;
    }
    this.#following = setTimeout(() => {
      const at = this.#deps.consoles.policyAt(editor.document.uri);
      const place =
        at && this.#deps.rules.at(editor.document, editor.document.offsetAt(editor.selection.active));
      if (!at || !place || editor !== vscode.window.activeTextEditor) {
        return;
      }
      const target: Target = {
        kind: 'rule',
        consoleId: at.console.id,
        policy: at.ref.policy,
        array: place.array,
        index: place.index,
      };
      const selected = this.#view.selection.some(
        (node) =>
          node.kind === 'rule' &&
          node.target.index === target.index &&
          node.target.array === target.array &&
          node.file === editor.document.uri.toString(),
      );
      if (!selected) {
        // The tree may be drawn anew meanwhile. Nobody asked for this, so nobody is told.
        void this.reveal(target, { focus: false }).catch((error: unknown) =>
          this.#deps.log.debug(`the rule at the cursor was not revealed: ${messageOf(error)}`),
        );
      }
    }, 150);
  }
}
