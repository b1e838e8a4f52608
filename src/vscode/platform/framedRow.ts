import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { CancelledError } from '../../core/util/errors.ts';
import { tell } from './dialogs.ts';

/** How long a tree that is drawn anew is left alone, and how often it is asked again to select a row. */
const redrawMs = 20;
const tries = 50;

/**
 * Whether another row of a view has the frame than the one that is selected. Arrow keys move the frame alone, a program can only select, and
 * extensions are told of what is selected only: a key would delete another row than the one that a person looks at.
 */
export class FramedRow<T extends { readonly id: string }> {
  readonly #view: () => Pick<vscode.TreeView<T>, 'selection' | 'reveal'>;
  #where: 'selected' | 'moved' | 'left' | 'on-its-way' = 'selected';
  /** What was told of while the row with the frame is found and selected. */
  #told: (readonly T[])[] = [];

  constructor(view: () => Pick<vscode.TreeView<T>, 'selection' | 'reveal'>) {
    this.#view = view;
  }

  /** Every selection that the view tells of. */
  told(rows: readonly T[]): void {
    if (this.#where === 'on-its-way') {
      this.#told.push(rows);
    }
  }

  /** An arrow key was pressed. */
  moved(): void {
    this.#where = 'moved';
  }

  /** The program selected another row, and left the frame where it was. */
  left(): void {
    this.#where = 'left';
  }

  /** A person selected so many rows, or the program gave the frame to one: it is at one of them. What the program selected before is no part of them. */
  selected(count = 1): void {
    if (this.#where !== 'on-its-way') {
      this.#where = this.#where === 'left' && count > 1 ? 'moved' : 'selected';
    }
  }

  /**
   * Before a key acts on what is selected. Where that may be another row than the one to which the frame was moved, that one is selected, and
   * nothing else is done. What the program selected last is what is lit up, and a click on it is told by nothing: that is acted on.
   */
  check(): void {
    if (this.#where === 'selected' || this.#where === 'left') {
      return;
    }
    if (this.#where === 'moved') {
      this.#where = 'on-its-way';
      tell(
        'info',
        vscode.l10n.t('Nothing was done yet: press the key again for the row that is selected now.'),
      );
      const ended = (isSelected: boolean): void => {
        // Until it is alone, the next key is refused as well.
        this.#where = this.#where !== 'on-its-way' ? this.#where : isSelected ? 'selected' : 'moved';
      };
      this.#select().then(ended, () => ended(false));
    }
    throw new CancelledError();
  }

  /** Whether the row with the frame, or another one that a person chose meanwhile, is selected. */
  async #select(): Promise<boolean> {
    const view = this.#view();
    const before = view.selection;
    this.#told = [];
    // It comes into the selection, or leaves it, and back: that tells which one it is, and opens nothing, as the space bar does.
    const commands = ['list.toggleSelection', 'list.toggleSelection'];
    await vscode.commands.executeCommand('runCommands', { commands });
    const [then = before] = this.#told;
    const row = only(then, before) ?? only(before, then);
    if (!row) {
      return false;
    }
    const since = this.#told.length;
    for (let left = tries; left > 0; left--) {
      await view.reveal(row, { select: true, focus: true });
      if (isAlone(row, view.selection)) {
        return true;
      }
      const isOther = (rows: readonly T[]): boolean =>
        rows.some(({ id }) => id !== row.id && before.every((one) => one.id !== id));
      if (this.#told.slice(since).some(isOther)) {
        return true;
      }
      await delay(redrawMs);
    }
    return false;
  }
}

/** What some have and others do not. */
function only<T extends { readonly id: string }>(some: readonly T[], others: readonly T[]): T | undefined {
  return some.find(({ id }) => others.every((other) => other.id !== id));
}

function isAlone<T extends { readonly id: string }>(row: T, rows: readonly T[]): boolean {
  return rows.length === 1 && rows[0]?.id === row.id;
}
