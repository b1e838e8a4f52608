import { setTimeout as delay } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type { RuleTarget } from '../workspace/target.ts';
import type { MovedRules } from './movedRules.ts';
import type { PolicyTree } from './policyTree.ts';
import { leaving, type ShownRows } from './shownRows.ts';
import type { TreeNode } from './treeNode.ts';
import type { TreeSelection } from './treeSelection.ts';

/** How long a tree that is drawn anew is left alone. */
const redrawMs = 20;

/** How long it is tried to select what was moved. */
const patienceMs = 5000;

export interface ShowMovedDeps {
  readonly view: Pick<vscode.TreeView<TreeNode>, 'selection' | 'visible'>;
  readonly tree: Pick<PolicyTree, 'nodeOf'>;
  readonly moved: Pick<MovedRules, 'awaited' | 'shown' | 'doubted'>;
  readonly selection: Pick<TreeSelection<TreeNode>, 'lit' | 'rows'>;
  readonly shownRows: Pick<ShownRows, 'showSurely'>;
  /** Resolves when no rows are waited for that a person may have selected. */
  readonly whenSure: () => Promise<void>;
}

/** Selects rules that were moved, however long the tree takes to draw them. */
export class ShowMoved {
  readonly #deps: ShowMovedDeps;
  #showing = 0;

  constructor(deps: ShowMovedDeps) {
    this.#deps = deps;
  }

  /**
   * Until others were moved, or selected, meanwhile. A tree that is only being made, or drawn anew, may say that it showed a
   * row without having selected it: keys would be about what was selected before. A row that is lit up stays so when it is drawn
   * anew, and is not selected again: on its way to the window that would take what a person selects there meanwhile. The view gets
   * the keyboard once: later a person may be typing elsewhere; and it is not brought back when a person left it for another view.
   */
  async show(targets: readonly RuleTarget[]): Promise<void> {
    this.#showing++;
    try {
      await this.#show(targets, true);
    } finally {
      this.#showing--;
    }
  }

  /** Told when a person comes back to the view: keys are about what was moved still, so that is what has to be lit up. */
  async seen(): Promise<void> {
    const { awaited } = this.#deps.moved;
    if (awaited && this.#showing === 0) {
      await this.#show(awaited, false);
    }
  }

  async #show(targets: readonly RuleTarget[], isNew: boolean): Promise<void> {
    const { view, tree, moved, selection, shownRows, whenSure } = this.#deps;
    const [first] = targets;
    if (!first) {
      return;
    }
    const isLeft = leaving(view);
    const isOld = (): boolean => moved.awaited !== targets || isLeft();
    let mayFocus = isNew;
    const end = Date.now() + patienceMs;
    while (Date.now() < end) {
      await whenSure();
      if (isOld()) {
        return;
      }
      const lit = selection.lit ?? (await selection.rows());
      const isLit = isAlone(lit, await tree.nodeOf(first));
      // A tree that is drawn anew may never answer.
      const isGiven = await Promise.race([
        shownRows.showSurely(first, { focus: () => mayFocus && !isLit, select: !isLit, unless: isOld }),
        delay(patienceMs, true, { ref: false }),
      ]);
      mayFocus &&= !isGiven;
      const row = await tree.nodeOf(first);
      if (isAlone(view.selection, row)) {
        moved.shown(targets);
        return;
      }
      await delay(redrawMs);
    }
    // They cannot be lit up: keys are about what is.
    if (!isOld()) {
      moved.doubted();
    }
  }
}

/** Whether the one is all that is selected. */
function isAlone(selected: readonly TreeNode[] | undefined, one: TreeNode | undefined): boolean {
  return one !== undefined && selected?.length === 1 && selected[0]?.id === one.id;
}
