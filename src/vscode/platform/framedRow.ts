import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { CancelledError } from '../../core/util/errors.ts';
import { tell } from './dialogs.ts';

/** How long a tree that is drawn anew is left alone, and how often it is asked again to select a row. */
const redrawMs = 20;
const tries = 50;

/** The command of the editor that takes the row with the frame into the selection, or out of it. It opens nothing. */
const toggle = 'list.toggleSelection';

/**
 * Whether the row with the frame of a view is one of those that are selected. Arrow keys move the frame alone, a program can only select, and
 * extensions are told of what is selected only: a key would delete another row than the one that a person looks at.
 */
export class FramedRow<T extends { readonly id: string }> {
  readonly #view: () => Pick<vscode.TreeView<T>, 'selection' | 'reveal'>;
  /**
   * `selected`: at one of the rows that are. `moved`: arrow keys were pressed. `left`: the program selected another row since. `mixed`: a
   * person selected more from the frame on, and what the program had selected is among it.
   */
  #where: 'selected' | 'moved' | 'left' | 'mixed' = 'selected';
  #settling: Promise<boolean> | undefined;
  /** What is told of while it is asked which row has the frame. */
  #asking: (readonly T[])[] | undefined;

  constructor(view: () => Pick<vscode.TreeView<T>, 'selection' | 'reveal'>) {
    this.#view = view;
  }

  /** Every selection that the view tells of. Answers whether it is only so that the row with the frame is known. */
  told(rows: readonly T[]): boolean {
    if (!this.#asking || this.#asking.length > 1) {
      return false;
    }
    this.#asking.push(rows);
    return true;
  }

  /** An arrow key was pressed. */
  moved(): void {
    this.#where = 'moved';
  }

  /** The program selected another row, and left the frame where it was. */
  left(): void {
    this.#where = 'left';
  }

  /** A person selected so many rows, or the program gave the frame to one. */
  selected(count = 1): void {
    this.#where = this.#where === 'left' && count > 1 ? 'mixed' : 'selected';
  }

  /**
   * Before a key acts on what is selected. Where the frame is at another row, the two are brought together and nothing else is done: at the frame
   * where a person moved it, else at what is selected. Rejects with a cancellation then. Undefined where nothing is to be found out: the
   * key acts at once.
   */
  check(): Promise<void> | undefined {
    if (this.#where === 'selected' && !this.#settling) {
      return undefined;
    }
    this.#settling ??= this.#settle(this.#where).finally(() => (this.#settling = undefined));
    return this.#settling.then((isThere) => {
      if (!isThere) {
        throw new CancelledError();
      }
    });
  }

  /** Once it is known for the keys before; undefined where none is waiting. */
  get settled(): Promise<unknown> | undefined {
    return this.#settling;
  }

  async #settle(where: 'selected' | 'moved' | 'left' | 'mixed'): Promise<boolean> {
    const before = this.#view().selection;
    const framed = await this.#framed(before);
    if (where !== 'mixed' && framed && before.some(({ id }) => id === framed.id)) {
      this.#where = this.#where === where ? 'selected' : this.#where;
      return true;
    }
    if (where === 'left' && !framed) {
      return true;
    }
    const row = where === 'left' ? before[0] : framed;
    const ending = row ? await this.#bring(row, before) : 'not selected';
    if (ending === 'selected' && this.#where === where) {
      this.#where = ending;
    }
    if (ending !== 'another') {
      tell(
        'info',
        ending === 'selected'
          ? vscode.l10n.t('Nothing was done yet: press the key again for the row that is selected now.')
          : vscode.l10n.t('Nothing was done: select a row with a click or the space bar first.'),
      );
    }
    return false;
  }

  /** It comes into the selection, or leaves it, and back, which tells which one it is. */
  async #framed(before: readonly T[]): Promise<T | undefined> {
    this.#asking = [];
    try {
      await vscode.commands.executeCommand('runCommands', { commands: [toggle, toggle] });
      const [then = before] = this.#asking;
      return only(then, before) ?? only(before, then);
    } finally {
      this.#asking = undefined;
    }
  }

  /** A view that is drawn anew may say that it showed a row without having selected it. `another`: a person selected that meanwhile. */
  async #bring(row: T, before: readonly T[]): Promise<'selected' | 'not selected' | 'another'> {
    for (let left = tries; left > 0; left--) {
      await this.#view().reveal(row, { select: true, focus: true });
      const { selection } = this.#view();
      if (selection.length === 1 && selection[0]?.id === row.id) {
        return 'selected';
      }
      if (selection.some(({ id }) => id !== row.id && before.every((one) => one.id !== id))) {
        return 'another';
      }
      await delay(redrawMs);
    }
    return 'not selected';
  }
}

/** What some have and others do not. */
function only<T extends { readonly id: string }>(some: readonly T[], others: readonly T[]): T | undefined {
  return some.find(({ id }) => others.every((other) => other.id !== id));
}
