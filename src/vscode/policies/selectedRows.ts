import * as vscode from 'vscode';
import { ExpectedError } from '../../core/util/errors.ts';
import type { RuleTarget, Target } from '../workspace/target.ts';
import type { MeantRows } from './meantRows.ts';
import type { MovedRules } from './movedRules.ts';
import type { ShownRows } from './shownRows.ts';
import type { TreeNode } from './treeNode.ts';
import type { TreeSelection } from './treeSelection.ts';

export interface SelectedRowsDeps {
  readonly tree: { readonly drawing: { readonly isOn: boolean }; drawRules(rule?: RuleTarget): void };
  readonly moved: MovedRules;
  readonly meant: MeantRows;
  readonly selection: TreeSelection<TreeNode>;
  readonly shownRows: Pick<ShownRows, 'areOurs' | 'areWanted' | 'keepChosen' | 'chosen'>;
  /** Told what is selected, once the tree knows all of it. */
  readonly onKnown: (rows: readonly TreeNode[]) => void;
}

/** What the tree tells of its selection, and what a key is about by that. */
export class SelectedRows {
  readonly #deps: SelectedRowsDeps;
  /** The selection that was told last was made by the program. */
  #isByUs = false;
  /** Rows that may have been selected by a person, until it is known which. */
  #unsure: Promise<void> | undefined;
  #changedAt = -Infinity;

  constructor(deps: SelectedRowsDeps) {
    this.#deps = deps;
  }

  /** When a person selected others last, by the clock of `performance`. */
  get changedAt(): number {
    return this.#changedAt;
  }

  /** Another number after each selection by a person. */
  get selections(): number {
    return this.#deps.selection.changes;
  }

  /** Resolves when no rows are waited for that a person may have selected. */
  async whenSure(): Promise<void> {
    while (this.#unsure) {
      await this.#unsure;
    }
  }

  /** Told of each selection of the tree. */
  told(selection: readonly TreeNode[]): void {
    const { tree, moved, meant, shownRows } = this.#deps;
    const isOurs = shownRows.areOurs(selection);
    const isWanted = isOurs && shownRows.areWanted(selection);
    // None are rows that are gone, which nobody chose, or rows that are being drawn anew: those may be chosen, and be others.
    const isUnsure = selection.length === 0 && !tree.drawing.isOn;
    if (isOurs && !isWanted) {
      // What the program selects too late is another selection, too: keys before it are not about it.
      shownRows.keepChosen(() => this.#heard(selection, { isOther: true }));
      if (moved.left()) {
        tree.drawRules();
      }
    } else {
      this.#heard(selection, { isOther: !isOurs, isUnsure });
    }
    this.#isByUs = isOurs;
    if (isWanted) {
      meant.are(this.selections, moved.with(selection.map(({ target }) => target)));
    }
    if (!isOurs && selection.length > 0) {
      // At least these: a row that is being shown may take them before all are known.
      shownRows.chosen(selection);
    }
    const known = this.#known(isOurs);
    if (isUnsure) {
      const unsure = known.finally(() => {
        if (this.#unsure === unsure) {
          this.#unsure = undefined;
        }
      });
      this.#unsure = unsure;
    }
  }

  /**
   * The selected rows; with the first of rules that were moved together, the others too. Rows that are being drawn anew
   * are waited for: the tree knows of no selection meanwhile, and a key that is held down would find none.
   *
   * @param showing resolves when what was moved is selected, or was left
   */
  async meantBy(asOf: number, showing: () => Promise<unknown>): Promise<readonly Target[]> {
    const { moved, meant, selection } = this.#deps;
    await this.whenSure();
    const { awaited } = moved;
    if (awaited && asOf === this.selections) {
      return awaited;
    }
    await showing();
    const rows = await selection.rows();
    if (asOf !== this.selections) {
      const then = meant.of(asOf);
      if (!then) {
        throw new ExpectedError(
          'selected-meanwhile',
          vscode.l10n.t('Other rows were selected meanwhile, so nothing was done.'),
          { advice: vscode.l10n.t('Look at what is selected in the Policies view, and try again.') },
        );
      }
      return then;
    }
    if (!rows) {
      selection.accept();
      throw new ExpectedError(
        'rows-gone',
        vscode.l10n.t('Some of the selected rows are gone, so nothing was done.'),
        { advice: vscode.l10n.t('Look at what is selected in the Policies view, and try again.') },
      );
    }
    // What a person selected stays meant when the program takes it, on its way to show another row, and until it is given back.
    const then = this.#isByUs && rows.length > 0 ? meant.of(asOf) : undefined;
    return then ?? moved.with(rows.map(({ target }) => target));
  }

  #heard(
    selection: readonly TreeNode[],
    { isOther, isUnsure = false }: { readonly isOther: boolean; readonly isUnsure?: boolean },
  ): void {
    const { tree, moved } = this.#deps;
    this.#deps.selection.told(selection, { person: isOther });
    if (isOther) {
      this.#changedAt = performance.now();
      // Rows that are being drawn anew say where their rules stood before.
      if (!isUnsure && (tree.drawing.isOn || !moved.isFirst(selection.map(({ target }) => target)))) {
        moved.doubted();
      }
    }
  }

  /** Once the tree knows all of what is selected. */
  async #known(isOurs: boolean): Promise<void> {
    const { selection, moved, meant, shownRows, tree, onKnown } = this.#deps;
    const { tellings } = selection;
    const { current } = moved;
    const rows = selection.isPart ? await selection.rows() : selection.known;
    if (selection.tellings !== tellings) {
      return;
    }
    const selected = rows ?? selection.known;
    onKnown(selected);
    if (isOurs || selected.length === 0) {
      return;
    }
    shownRows.chosen(selected);
    if (moved.current !== current) {
      return;
    }
    const targets = selected.map(({ target }) => target);
    meant.are(this.selections, targets);
    if (moved.selected(targets)) {
      tree.drawRules();
    }
  }
}
