import * as vscode from 'vscode';
import { CancelledError } from '../../core/util/errors.ts';
import { tell } from './dialogs.ts';

/** As far as the frame is concerned. */
type View<T> = Pick<vscode.TreeView<T>, 'selection' | 'reveal'>;

/**
 * Whether another row of a view has the frame than the one that is selected. Arrow keys move the frame alone, a program can only select, and
 * extensions are told of what is selected only: a key would delete another row than the one that a person looks at.
 */
export class FramedRow<T extends { readonly id: string }> {
  readonly #view: () => View<T>;
  #where: 'selected' | 'moved' | 'left' | 'on-its-way' = 'selected';

  constructor(view: () => View<T>) {
    this.#view = view;
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
      const done = (): void => {
        this.#where = this.#where === 'on-its-way' ? 'selected' : this.#where;
      };
      this.#select().then(done, done);
    }
    throw new CancelledError();
  }

  /** Takes the row with the frame into the selection, or out of it, which tells which one it is; it opens nothing, as the space bar does. */
  async #select(): Promise<void> {
    const before = this.#view().selection;
    await vscode.commands.executeCommand('list.toggleSelection');
    const after = this.#view().selection;
    const only = (some: readonly T[], others: readonly T[]): T | undefined =>
      some.find(({ id }) => others.every((other) => other.id !== id));
    const row = only(after, before) ?? only(before, after);
    if (row) {
      await this.#view().reveal(row, { select: true, focus: true });
    }
  }
}
