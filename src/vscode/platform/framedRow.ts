import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { CanceledError } from '../../core/util/errors.ts';
import { tell } from './dialogs.ts';

/** How long a tree that is drawn anew is left alone, and how often it is asked again to select a row. */
const redrawMs = 20;
const tries = 50;

/** The command of the editor that takes the row with the frame into the selection, or out of it. It opens nothing. */
const toggle = 'list.toggleSelection';

/**
 * `selected`: at one of the rows that are, as far as was told. `moved`: arrow keys were pressed. `left`: the program selected another row
 * since. `mixed`: a person selected more from the frame on, and what the program had selected is among it.
 */
type Where = 'selected' | 'moved' | 'left' | 'mixed';

/**
 * Whether the row with the frame of a view is one of those that are selected. Arrow keys and letters move the frame alone, a program can only
 * select, and extensions are told of what is selected only: a key would delete another row than the one that a person looks at. So the
 * keys of a view ask the editor for the row with the frame, as it is given to buttons in the title of a view (`keyOf`). Nobody knows that while
 * the row is drawn anew: then it counts that arrow keys told that they were pressed.
 */
export class FramedRow<T extends { readonly id: string }> {
  readonly #viewId: string;
  readonly #view: () => Pick<vscode.TreeView<T>, 'selection' | 'reveal'>;
  #where: Where = 'selected';
  #selected: readonly T[] = [];
  #selectedBefore: readonly T[] = [];
  /** The row that had the frame when what is selected was selected, where it may be another one. */
  #beside: string | undefined;
  #finding: Promise<unknown> | undefined;
  #settling: Promise<boolean> | undefined;
  /** What is told of while it is asked which row has the frame. */
  #asking: (readonly T[])[] | undefined;

  constructor(viewId: string, view: () => Pick<vscode.TreeView<T>, 'selection' | 'reveal'>) {
    this.#viewId = viewId;
    this.#view = view;
  }

  /** Every selection that the view tells of. Answers whether it is only so that the row with the frame is known. */
  told(rows: readonly T[]): boolean {
    if (!this.#asking || this.#asking.length > 1) {
      [this.#selectedBefore, this.#selected] = [this.#selected, rows];
      return false;
    }
    this.#asking.push(rows);
    return true;
  }

  /** An arrow key was pressed, or `key` says which row has the frame. */
  heard(key: unknown): void {
    if (key) {
      this.#beside = this.#rowOf(key)?.id;
    } else {
      this.#where = 'moved';
    }
  }

  /** The program selected another row, and left the frame where it was. */
  left(): void {
    this.#where = 'left';
  }

  /** The program selects another row: where the frame is then, it says nothing of what keys are about. */
  stays(): void {
    this.#beside = undefined;
    const commands = [{ command: `${this.#viewId}.framed`, args: [keyOf(this.#viewId)] }];
    const finding = Promise.resolve(vscode.commands.executeCommand('runCommands', { commands })).catch(
      () => undefined,
    );
    this.#finding = finding;
    void finding.then(() => (this.#finding = this.#finding === finding ? undefined : this.#finding));
  }

  /** A person selected so many rows, or the program gave the frame to one. */
  selected(count = 1): void {
    this.#where = this.#where === 'left' && count > 1 ? 'mixed' : 'selected';
    this.#beside = undefined;
    // A row that is taken out of the selection has the frame then.
    if (
      this.#selectedBefore.length === count + 1 &&
      this.#selected.every((row) => isIn(this.#selectedBefore, row))
    ) {
      this.stays();
    }
  }

  /**
   * Before a key acts on what is selected. Where the frame is at another row, the two are brought together and nothing else is done: at the frame
   * where a person moved it, else at what is selected. Rejects with a cancellation then. Undefined where nothing is to be found out: the
   * key acts at once.
   */
  check(key?: unknown): Promise<void> | undefined {
    const framed = this.#rowOf(key);
    const where = this.#where;
    const isThere = framed ? this.#isAt(framed, where, this.#view().selection) : where === 'selected';
    if (isThere && !this.#settling) {
      return undefined;
    }
    const isNext = this.#settling !== undefined;
    this.#settling ??= this.#settle(where, framed).finally(() => (this.#settling = undefined));
    return this.#settling.then((isSettled) => {
      if (!isSettled) {
        throw new CanceledError();
      }
      // That was known for the key before: since then the frame may have been moved.
      return isNext ? this.check(key) : undefined;
    });
  }

  /** Once it is known for the keys before; undefined where none is waiting. */
  get settled(): Promise<unknown> | undefined {
    return this.#settling;
  }

  /** Of an editor that does not tell it is no row. */
  #rowOf(key: unknown): T | undefined {
    const framed = (key as { readonly framed?: Partial<T> } | undefined)?.framed;
    return framed?.id === undefined ? undefined : (framed as T);
  }

  /** At what is selected, or still at a row that a person took out of that. */
  #isAt(framed: T, where: Where, selection: readonly T[]): boolean {
    const isAmong = where !== 'mixed' && isIn(selection, framed);
    if (isAmong && this.#where === where) {
      this.#together();
    }
    return isAmong || (where === 'selected' && !this.#finding && framed.id === this.#beside);
  }

  #together(): void {
    this.#where = 'selected';
    this.#beside = undefined;
  }

  async #settle(where: Where, told: T | undefined): Promise<boolean> {
    const before = this.#view().selection;
    await this.#finding;
    const framed = told ?? (await this.#framed(before));
    if (framed ? this.#isAt(framed, where, before) : where === 'left') {
      return true;
    }
    const isLeft = where === 'left' && (this.#beside === undefined || this.#beside === framed?.id);
    const row = isLeft ? before[0] : framed;
    const ending = row ? await this.#bring(row, before) : 'not selected';
    if (ending === 'selected' && this.#where === where) {
      this.#together();
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

/** What a key of a view says: that it is one, and which row has the frame. The editor puts that row in the place of the second. */
function keyOf(viewId: string): readonly unknown[] {
  return [{ in: 'tree' }, { $treeViewId: viewId, $focusedTreeItem: true }];
}

function isIn<T extends { readonly id: string }>(rows: readonly T[], { id }: T): boolean {
  return rows.some((row) => row.id === id);
}

/** What some have and others do not. */
function only<T extends { readonly id: string }>(some: readonly T[], others: readonly T[]): T | undefined {
  return some.find((row) => !isIn(others, row));
}
