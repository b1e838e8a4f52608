import { setTimeout as delay } from 'node:timers/promises';
import type * as vscode from 'vscode';
import { messageOf } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { Target } from '../workspace/target.ts';
import type { MovedRules } from './movedRules.ts';
import type { PolicyTree } from './policyTree.ts';
import type { TreeDraws } from './treeDraws.ts';
import type { TreeNode } from './treeNode.ts';
import type { TreeSelection } from './treeSelection.ts';
import type { TreeUse } from './treeUse.ts';

/** How long a tree that is drawn anew is left alone, and how often it is asked again. */
const redrawMs = 20;
const redraws = 100;
/** How long a row that is being shown is waited for. */
const patienceMs = 5000;
/** How often a row is shown again that the tree forgot to select. */
const reminders = 10;
/** After so many tries, or so many before the last reminder, what it lies in is drawn anew: the editor may have lost it. */
const patientTries = 25;
const lastReminders = 2;

/** Rows that are opened when they are shown: who asks for them wants to see what is in them. */
const opened: ReadonlySet<TreeNode['kind']> = new Set(['console', 'family', 'policy']);

export interface Showing {
  /** Whether the tree gets the keyboard; asked when the row is known. It does not, unless told otherwise. */
  readonly focus?: () => boolean;
  /** It is, unless told otherwise. */
  readonly select?: boolean;
  /** Asked when the row is known. */
  readonly unless?: () => boolean;
}

export interface ShownRowsDeps {
  readonly view: Pick<vscode.TreeView<TreeNode>, 'reveal' | 'selection' | 'visible'>;
  readonly tree: Pick<PolicyTree, 'nodeOf' | 'rowLike' | 'drawAround'>;
  readonly draws: Pick<TreeDraws<TreeNode>, 'whenDrawn'>;
  readonly use: Pick<TreeUse, 'byOurselves' | 'isOurs'>;
  readonly selection: Pick<TreeSelection<TreeNode>, 'changes'>;
  readonly moved: Pick<MovedRules, 'current'>;
  /** Told when a row was selected, and whether it was given the frame, too. */
  readonly onSelected: (isFramed: boolean) => void;
  readonly log: Pick<Logger, 'debug'>;
}

/** Rows that the program shows and selects, without taking from a person what was selected meanwhile. */
export class ShownRows {
  readonly #deps: ShownRowsDeps;
  readonly #selecting = new Set<{
    readonly id: string;
    readonly changes: number;
    readonly moved: MovedRules['current'];
  }>();
  /** How often a row was shown. */
  #times = 0;
  #chosen: { readonly rows: readonly TreeNode[]; readonly changes: number } | undefined;

  constructor(deps: ShownRowsDeps) {
    this.#deps = deps;
  }

  /**
   * Whether these are selected because the program is selecting them. Of rows that are not known, as they are being drawn anew,
   * that cannot be said: a person may have selected them.
   */
  areOurs(rows: readonly TreeNode[]): boolean {
    const ids = new Set([...this.#selecting].map(({ id }) => id));
    return this.#deps.use.isOurs && rows.length > 0 && rows.every(({ id }) => ids.has(id));
  }

  /** Whether no person selected others since it was begun to select these. */
  areWanted(rows: readonly TreeNode[]): boolean {
    const { changes } = this.#deps.selection;
    const ids = new Set([...this.#selecting].filter((each) => each.changes === changes).map(({ id }) => id));
    return rows.every(({ id }) => ids.has(id));
  }

  /** Whether no rules were moved since it was begun to select these. */
  areNewest(rows: readonly TreeNode[]): boolean {
    const { current } = this.#deps.moved;
    const ids = new Set([...this.#selecting].filter((each) => each.moved === current).map(({ id }) => id));
    return rows.every(({ id }) => ids.has(id));
  }

  /** Once nothing is on its way to be shown. One that the editor does not answer to is not waited for for good. */
  async whenShown(): Promise<void> {
    const end = Date.now() + patienceMs;
    while (this.#selecting.size > 0 && Date.now() < end) {
      await delay(redrawMs);
    }
  }

  /** Told what a person selected, as soon as some of it is known, and again when all of it is. */
  chosen(rows: readonly TreeNode[]): void {
    this.#chosen = { rows, changes: this.#deps.selection.changes };
  }

  /** What a person selected before something is told stays to be given back after it. */
  keepChosen(telling: () => void): void {
    const isLast = this.#chosen?.changes === this.#deps.selection.changes;
    telling();
    if (this.#chosen && isLast) {
      this.#chosen = { rows: this.#chosen.rows, changes: this.#deps.selection.changes };
    }
  }

  /**
   * Shows the row of a target, opening what it lies in. Nothing happens when there is no such row.
   * @returns whether it is not selected, though nothing else was selected or shown since
   */
  async show(
    target: Target,
    { focus = () => false, select = true, unless = () => false }: Showing = {},
  ): Promise<(() => boolean) | undefined> {
    const { view, selection, tree, draws } = this.#deps;
    // The editor keeps what it is to show until it has drawn its rows: by then a person may have a box open, or have selected others.
    if (view.visible) {
      await draws.whenDrawn();
    }
    const row = await tree.nodeOf(target);
    if (!row || unless()) {
      return undefined;
    }
    const { changes } = selection;
    const time = ++this.#times;
    await this.#reveal(row, { select, focus: focus() });
    if (select && selection.changes !== changes) {
      await this.#giveBack(row);
    }
    return () =>
      select &&
      time === this.#times &&
      selection.changes === changes &&
      !unless() &&
      !view.selection.some(({ id }) => id === row.id);
  }

  /**
   * Shows a row until it is selected, as the next command is about what is. A tree that is drawn anew may not know the row yet, or
   * select nothing and say that something was selected; where another row is selected since, a person did it.
   */
  async showSelected(target: Target): Promise<void> {
    const { view, tree, draws, selection } = this.#deps;
    const { changes } = selection;
    const isLeft = leaving(view);
    for (const end = Date.now() + patienceMs; Date.now() < end; await delay(redrawMs)) {
      await this.showSurely(target, { unless: isLeft });
      await draws.whenDrawn();
      const row = await tree.nodeOf(target);
      const isSelected = view.selection.some(({ id }) => id === row?.id);
      const isOther = view.selection.length > 0 && selection.changes !== changes;
      if (isSelected || isOther || isLeft() || !view.visible) {
        return;
      }
    }
  }

  /**
   * A tree that is drawn anew meanwhile is asked again: it fails, or shows nothing and says nothing. It gets the keyboard once:
   * later a person may be typing elsewhere. Nor is it brought back when a person left it for another view.
   * @returns whether it got the keyboard
   */
  async showSurely(target: Target, how: Showing = {}): Promise<boolean> {
    let isGiven = false;
    let isWanted = false;
    const isLeft = leaving(this.#deps.view);
    const unless = (): boolean => isLeft() || how.unless?.() === true;
    const focus = (): boolean => (isWanted = !isGiven && (how.focus?.() ?? false));
    let isDrawnAnew = false;
    for (let left = redraws, more = reminders; ; left--) {
      if (!isDrawnAnew && (left <= redraws - patientTries || more <= lastReminders)) {
        isDrawnAnew = true;
        this.#deps.tree.drawAround(target);
      }
      try {
        const isForgotten = await this.show(target, { ...how, focus, unless });
        isGiven ||= isWanted;
        await delay(redrawMs);
        if (more-- === 0 || isForgotten?.() !== true) {
          return isGiven;
        }
      } catch (error) {
        this.#deps.log.debug(`a row was not revealed: ${messageOf(error)}`);
        if (left === 0 || unless()) {
          return isGiven;
        }
      }
      await delay(redrawMs);
    }
  }

  /**
   * A row that a person selected while the editor was on its way to show another one is selected again, and what was selected
   * while that was done, too.
   */
  async #giveBack(shown: TreeNode): Promise<void> {
    const { view, tree, selection } = this.#deps;
    for (let last = shown; ;) {
      const { changes } = selection;
      const [chosen, ...more] = this.#chosen?.changes === changes ? this.#chosen.rows : [];
      const isLost = (): boolean => selection.changes === changes && view.selection[0]?.id === last.id;
      // The editor can be told to select one row only.
      const row = chosen && more.length === 0 && isLost() ? await tree.rowLike(chosen) : undefined;
      if (selection.changes === changes) {
        if (!row || row.id === last.id || !isLost()) {
          return;
        }
        await this.#reveal(row, { select: true, focus: false });
        if (selection.changes === changes) {
          return;
        }
        last = row;
      }
    }
  }

  async #reveal(row: TreeNode, how: { readonly select: boolean; readonly focus: boolean }): Promise<void> {
    const { selection, moved } = this.#deps;
    const selecting = { id: row.id, changes: selection.changes, moved: moved.current };
    this.#selecting.add(selecting);
    try {
      await this.#deps.use.byOurselves(async () =>
        this.#deps.view.reveal(row, { ...how, expand: opened.has(row.kind) }),
      );
      if (how.select) {
        this.#deps.onSelected(how.focus);
      }
    } finally {
      this.#selecting.delete(selecting);
    }
  }
}

/** Tells whether a view that was seen since is not seen any more: to show a row of it would bring it back. */
export function leaving(view: Pick<vscode.TreeView<unknown>, 'visible'>): () => boolean {
  let isSeen = view.visible;
  return () => {
    isSeen ||= view.visible;
    return isSeen && !view.visible;
  };
}
