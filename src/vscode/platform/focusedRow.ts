import * as vscode from 'vscode';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { ExpectedError } from '../../core/util/errors.ts';

/** The view, as far as its keys need it. */
export type KeyedView<T> = Pick<vscode.TreeView<T>, 'selection' | 'reveal' | 'onDidChangeSelection'>;

/** The source of the rows of a view. */
export interface ListedRows {
  /** Resolves when the editor has been given all rows that it asked for. */
  whenListed(): Promise<unknown>;
  /** Whether a row is still one of the view. */
  has(row: unknown): boolean;
}

const allRows: ListedRows = { whenListed: async () => undefined, has: () => true };

/** How often the editor is asked for the focused row while it redraws rows: each time it may have listed more of them. */
const MAX_ASKS = 5;

/**
 * The rows that a key of a view acts on: the row with the focus, or the whole selection when that row is part of it, as in the
 * Explorer. The editor passes the focused row to the command, except while it redraws the rows. In that moment the command asks
 * for it again, and acts only on a selected row: the focus may have moved since the key was pressed.
 */
export class FocusedRow<T extends { readonly id: string }> extends DisposableOwner {
  readonly #viewId: string;
  readonly #view: KeyedView<T>;
  readonly #rows: ListedRows;
  readonly #answers: ((row: T | undefined) => void)[] = [];
  #selection: readonly T[] = [];
  #selections = 0;
  readonly #revealed = new Set<string>();

  constructor(viewId: string, view: KeyedView<T>, rows = allRows) {
    super();
    this.#viewId = viewId;
    this.#view = view;
    this.#rows = rows;
    this.disposables.add(
      view.onDidChangeSelection(({ selection }) => {
        const before = this.#selection;
        this.#selection = selection;
        // The editor selects another row where a selected one is gone, and may name a selection twice.
        const isSame = before.length === selection.length && before.every((row) => isIn(selection, row));
        const isPersonal = !isSame && !this.isRevealed(selection) && before.every((row) => rows.has(row));
        this.#selections += isPersonal ? 1 : 0;
      }),
    );
    this.disposables.add(
      vscode.commands.registerCommand(this.#command, (row: T | null | undefined) =>
        this.#answers.shift()?.(row ?? undefined),
      ),
    );
  }

  /** How many selections a person made: who waits for something sees by it that another row was selected meanwhile. */
  get selections(): number {
    return this.#selections;
  }

  /** Whether `reveal` is making this selection. */
  isRevealed(selection: readonly T[]): boolean {
    const [row] = selection;
    return row !== undefined && selection.length === 1 && this.#revealed.has(row.id);
  }

  async reveal(row: T, options: Parameters<KeyedView<T>['reveal']>[1]): Promise<void> {
    this.#revealed.add(row.id);
    try {
      await this.#view.reveal(row, options);
    } finally {
      this.#revealed.delete(row.id);
    }
  }

  /**
   * Call it as soon as the key arrives, and its answer when it is the key's turn.
   * @param key the argument of the command, see `rowAndRows`
   * @param read what is needed of a row, as it is shown when the key arrives
   */
  rowsAt<R>(key: unknown, read: (row: T) => R): () => Promise<readonly R[]> {
    const focused = (key as { readonly focused?: T | null }).focused ?? undefined;
    const rows = focused && this.#meant(focused).map(read);
    const selections = this.#selections;
    return async () => rows ?? (await this.#rowsOnceDrawn(selections)).map(read);
  }

  #meant(focused: T): readonly T[] {
    const { selection } = this.#view;
    return isIn(selection, focused) ? selection : [focused];
  }

  async #rowsOnceDrawn(selections: number): Promise<readonly T[]> {
    const focused = await this.#ask();
    if (!focused || selections !== this.#selections || !isIn(this.#view.selection, focused)) {
      throw new ExpectedError('no-focused-row', vscode.l10n.t('No row of the view was selected.'), {
        advice: vscode.l10n.t('Select a row, then try again.'),
      });
    }
    return this.#view.selection;
  }

  async #ask(): Promise<T | undefined> {
    for (let asks = 0; asks < MAX_ASKS; asks++) {
      await this.#rows.whenListed();
      const answer = new Promise<T | undefined>((resolve) => this.#answers.push(resolve));
      // The editor puts the focused row in the place of this argument.
      const args = [{ $treeViewId: this.#viewId, $focusedTreeItem: true }];
      await vscode.commands.executeCommand('runCommands', { commands: [{ command: this.#command, args }] });
      const row = await answer;
      if (row) {
        return row;
      }
    }
    return undefined;
  }

  get #command(): string {
    return `_ordinance.focusedRow ${this.#viewId}`;
  }
}

function isIn<T extends { readonly id: string }>(rows: readonly T[], { id }: T): boolean {
  return rows.some((row) => row.id === id);
}
