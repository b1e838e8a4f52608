import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { ExpectedError } from '../../core/util/errors.ts';
import type { RuleTarget, Target } from '../workspace/target.ts';
import type { MeantRows } from './meantRows.ts';
import type { MovedRules } from './movedRules.ts';
import type { ShownRows } from './shownRows.ts';
import type { TreeDrawing } from './treeDrawing.ts';
import type { TreeNode } from './treeNode.ts';
import type { TreeSelection } from './treeSelection.ts';

/** How often it is looked whether rows are still being drawn anew. */
const lookMs = 20;

/** How many of the numbers that keys carry are kept: a key waits for few others. */
const mostNumbers = 50;

export interface SelectedRowsDeps {
  readonly drawing: Pick<TreeDrawing, 'isOn' | 'isUnknown'>;
  readonly tree: {
    drawRules(rule?: RuleTarget): void;
  };
  readonly moved: MovedRules;
  readonly meant: MeantRows;
  readonly selection: TreeSelection<TreeNode>;
  readonly shownRows: Pick<ShownRows, 'areOurs' | 'areWanted' | 'areNewest' | 'keepChosen' | 'chosen'>;
  /** Told what is selected, once the tree knows all of it. */
  readonly onKnown: (rows: readonly TreeNode[]) => void;
  /** Told when a person selected others, also before all of them are known. */
  readonly onPerson: (count: number) => void;
  readonly wait?: () => Promise<unknown>;
}

/**
 * What the tree tells of its selection, and what a key is about by that. When rows are drawn anew it may tell of none: they are gone, or a
 * person selected some that it does not know at that moment. Until it is known which, no key acts.
 */
export class SelectedRows {
  readonly #deps: SelectedRowsDeps;
  /** The selection that was told last was made by the program. */
  #isByUs = false;
  #unsure: Promise<void> | undefined;
  #changedAt = -Infinity;
  #number = 0;
  /** By the number that a key carries, which of the selections by a person it is about; undefined where nobody can say. */
  readonly #changes = new Map<number, number | undefined>([[0, 0]]);

  constructor(deps: SelectedRowsDeps) {
    this.#deps = deps;
  }

  /** When a person selected others last, or may have, by the clock of `performance`. */
  get changedAt(): number {
    return this.#changedAt;
  }

  /** Another number after each selection by a person, and after each that may be one. */
  get selections(): number {
    return this.#number;
  }

  /** Whether a person may have selected rows that are not known yet. */
  get isUnsure(): boolean {
    return this.#unsure !== undefined;
  }

  /** Resolves when no rows are waited for that a person may have selected. */
  async whenSure(): Promise<void> {
    while (this.#unsure) {
      await this.#unsure;
    }
  }

  /** Told of each selection of the tree. */
  told(selection: readonly TreeNode[]): void {
    const { drawing, tree, moved, meant, shownRows, onPerson } = this.#deps;
    const isOurs = shownRows.areOurs(selection);
    const isWanted = isOurs && shownRows.areWanted(selection);
    const isUnsure = selection.length === 0 && drawing.isUnknown;
    if (isOurs && !isWanted) {
      // What the program selects too late is another selection, too: keys before it are not about it.
      shownRows.keepChosen(() => this.#heard(selection, true));
      if (moved.left()) {
        tree.drawRules();
      }
    } else {
      // None are rows that are gone, which nobody chose.
      this.#heard(selection, !isOurs && selection.length > 0);
    }
    this.#isByUs = isOurs;
    if (isWanted) {
      const targets = selection.map(({ target }) => target);
      // Whatever is shown since rules were moved is what is lit up, and keys are about that, however far those came to be shown.
      if (!moved.isFirst(targets) && shownRows.areNewest(selection) && moved.left()) {
        tree.drawRules();
      }
      meant.are(this.#deps.selection.changes, moved.with(targets));
    }
    if (!isOurs && selection.length > 0) {
      // At least these: a row that is being shown may take them before all are known.
      shownRows.chosen(selection);
      onPerson(selection.length);
    }
    if (isUnsure) {
      this.#changedAt = performance.now();
      this.#numbered(undefined);
      const unsure = this.#settle(this.#number).finally(() => {
        if (this.#unsure === unsure) {
          this.#unsure = undefined;
        }
      });
      this.#unsure = unsure;
    } else {
      void this.#known(isOurs);
    }
  }

  /** What is meant from now on by what was selected when `selections` was that: rules may have been moved. */
  are(rows: readonly Target[], asOf: number): void {
    const change = this.#changes.get(asOf);
    if (change !== undefined) {
      this.#deps.meant.are(change, rows);
    }
  }

  /** Whether it is certain that no person selected others since `selections` was that. */
  isSame(asOf: number): boolean {
    return !this.#unsure && this.#changes.get(asOf) === this.#deps.selection.changes;
  }

  /** Whether no person selected others since `selections` was that, or nothing is selected. */
  async isStill(asOf: number): Promise<boolean> {
    await this.whenSure();
    return this.isSame(asOf) || (await this.#deps.selection.rows())?.length === 0;
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
    const change = this.#changes.get(asOf);
    const { awaited } = moved;
    if (awaited && change === selection.changes) {
      return awaited;
    }
    await showing();
    const rows = await selection.rows();
    await this.whenSure();
    if (change === undefined || change !== selection.changes) {
      const then = change === undefined ? undefined : meant.of(change);
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
    const then = this.#isByUs && rows.length > 0 ? meant.of(change) : undefined;
    return then ?? moved.with(rows.map(({ target }) => target));
  }

  #heard(rows: readonly TreeNode[], isOther: boolean): void {
    const { drawing, moved, selection } = this.#deps;
    selection.told(rows, { person: isOther });
    if (isOther) {
      this.#numbered(selection.changes);
      this.#changedAt = performance.now();
      // Rows that are being drawn anew say where their rules stood before.
      if (drawing.isOn || !moved.isFirst(rows.map(({ target }) => target))) {
        moved.doubted();
      }
    }
  }

  #numbered(change: number | undefined): void {
    this.#changes.set(++this.#number, change);
    this.#changes.delete(this.#number - mostNumbers);
  }

  /** Finds out what was selected when none was known. What is told meanwhile is another selection: then nobody knows. */
  async #settle(number: number): Promise<void> {
    const { drawing, selection } = this.#deps;
    const wait = this.#deps.wait ?? (() => delay(lookMs));
    const { tellings, changes } = selection;
    while (drawing.isUnknown && selection.tellings === tellings) {
      await wait();
    }
    if (selection.tellings === tellings && selection.known.length > 0) {
      this.#changes.set(number, selection.wasByPerson());
      await this.#known(false);
    } else if (selection.tellings === tellings) {
      selection.accept();
      this.#changes.set(number, changes);
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
    meant.are(selection.changes, targets);
    if (moved.selected(targets)) {
      tree.drawRules();
    }
  }
}
