import * as vscode from 'vscode';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { Emitter } from '../../core/util/emitter.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { RuleEdit, RuleEditor } from './ruleEditor.ts';
import { shownPath } from './textFiles.ts';
import { changedMeanwhile } from './textEdits.ts';
import { showMessage } from '../platform/dialogs.ts';

interface UndoOptions {
  /** The column for a file without an editor. */
  readonly column?: vscode.ViewColumn | undefined;
  /** A command that moves the focus back at once, so that the next key does not reach the text. */
  readonly back?: string | undefined;
}

/**
 * The last undo steps of one file, as long as they are edits of rules. The editor's own undo takes an edit back. An opposite edit would
 * be a new undo step, and the next undo in the file would bring the edit back.
 */
export class RuleEditHistory extends DisposableOwner {
  readonly #ruleEditor: RuleEditor;
  readonly #changed = this.disposables.add(new Emitter<{ readonly isNew: boolean }>());
  /** Fires when the last edit is another one, or is gone. `isNew`: this edit was just made. */
  readonly onDidChange = this.#changed.event;
  #done: readonly RuleEdit[] = [];
  /** Edits that the editor can redo, the next one last. */
  #undone: readonly RuleEdit[] = [];

  constructor(ruleEditor: RuleEditor) {
    super();
    this.#ruleEditor = ruleEditor;
    const forget = (document: vscode.TextDocument): void => {
      if (document === this.#document) {
        this.forget();
      }
    };
    this.disposables.addAll(
      ruleEditor.onDidEdit((edit) => this.#onEdited(edit)),
      ruleEditor.onDidMiss(forget),
      vscode.workspace.onDidCloseTextDocument(forget),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges, reason }) => {
        if (contentChanges.length > 0 && document === this.#document && !ruleEditor.isEditing(document)) {
          this.#follow(reason);
        }
      }),
    );
  }

  /** The oldest first. */
  get edits(): readonly RuleEdit[] {
    return this.#done;
  }

  /** Ends the history, because the last undo step is no edit of rules now. */
  forget(): void {
    this.#set([], []);
  }

  /** Undoes the last edits in an editor of the file. Throws ExpectedError when they are not the last edits now. */
  async undo(edits: readonly RuleEdit[], options: UndoOptions = {}): Promise<void> {
    const last = edits.at(-1);
    if (!last || !this.#isLast(last)) {
      throw changedMeanwhile();
    }
    await this.#ruleEditor.inTurn(last.document.uri, async () => this.#undo(edits, last, options));
  }

  /** Undoes the edits of a message. The message stays, so a person may click long after; then another message says that it is too late. */
  async undoFromMessage(edits: readonly RuleEdit[]): Promise<void> {
    const last = edits.at(-1);
    if (last && !this.#isLast(last)) {
      showMessage(
        'info',
        vscode.l10n.t(
          'Could not undo: this edit is no longer the last edit of the file. Use Undo in the editor to go back step by step.',
        ),
      );
    } else {
      await this.undo(edits);
    }
  }

  get #document(): vscode.TextDocument | undefined {
    return (this.#done[0] ?? this.#undone[0])?.document;
  }

  #isLast(edit: RuleEdit): boolean {
    return this.#done.at(-1) === edit;
  }

  async #undo(edits: readonly RuleEdit[], last: RuleEdit, { column, back }: UndoOptions): Promise<void> {
    if (!this.#isLast(last)) {
      throw changedMeanwhile();
    }
    const { document } = last;
    const isInFront = (): boolean => vscode.window.activeTextEditor?.document === document;
    if (back === undefined || !isInFront()) {
      await vscode.window.showTextDocument(document, {
        viewColumn: columnOf(document) ?? column ?? vscode.ViewColumn.Active,
        preview: false,
      });
    }
    const [first = last, ...later] = this.#done.slice(this.#done.findIndex((edit) => edits.includes(edit)));
    const moveCursors = this.#ruleEditor.holdCursors(document, last.array);
    // `undo` acts on the element with the focus, or on the active editor.
    if (isInFront()) {
      this.#ruleEditor.announceEdit(document.uri);
      await vscode.commands.executeCommand('runCommands', {
        commands: [...[first, ...later].map(() => 'undo'), ...(back === undefined ? [] : [back])],
      });
    }
    if (this.#done.includes(first)) {
      throw new ExpectedError('not-undone', vscode.l10n.t('Could not edit {0}.', shownPath(document.uri)), {
        advice: vscode.l10n.t('Click into the file, then use Undo.'),
      });
    }
    moveCursors(placesBeforeAll([first, ...later]));
  }

  #onEdited(edit: RuleEdit): void {
    const before = edit.document === this.#document ? this.#done : [];
    // If a person typed during the edit, the order of the undo steps is unknown.
    const isAlone = edit.versions[1] === edit.versions[0] + 1;
    this.#set(isAlone ? [...before, edit] : [], [], isAlone);
  }

  #follow(reason: vscode.TextDocumentChangeReason | undefined): void {
    const { Undo, Redo } = vscode.TextDocumentChangeReason;
    const done = this.#done.at(-1);
    const undone = this.#undone.at(-1);
    if (reason === Undo && done) {
      this.#set(this.#done.slice(0, -1), [...this.#undone, done]);
    } else if (reason === Redo && undone) {
      this.#set([...this.#done, undone], this.#undone.slice(0, -1));
    } else {
      this.forget();
    }
  }

  #set(done: readonly RuleEdit[], undone: readonly RuleEdit[], isNew = false): void {
    const isOther = done.at(-1) !== this.#done.at(-1);
    this.#done = done;
    this.#undone = undone;
    if (isOther) {
      this.#changed.fire({ isNew });
    }
  }
}

/** The order of the undo of an edit: the place of each rule after the edit. */
function placesBack({ order }: RuleEdit): readonly number[] {
  const back: number[] = [];
  for (const [place, old] of order.entries()) {
    if (old !== undefined) {
      back[old] = place;
    }
  }
  return back;
}

/** The order of the undo of several edits of one list. */
function placesBeforeAll(edits: readonly RuleEdit[]): readonly (number | undefined)[] {
  return edits
    .toReversed()
    .map((edit): readonly (number | undefined)[] => placesBack(edit))
    .reduce((after, back) => back.map((place) => (place === undefined ? undefined : after[place])));
}

/** The column of the editor or tab of a file. */
function columnOf(document: vscode.TextDocument): vscode.ViewColumn | undefined {
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  const uri = document.uri.toString();
  const group = vscode.window.tabGroups.all.find(({ tabs }) =>
    tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri),
  );
  return shown?.viewColumn ?? group?.viewColumn;
}
