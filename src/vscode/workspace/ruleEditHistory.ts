import * as vscode from 'vscode';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { Emitter } from '../../core/util/emitter.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { RuleEdit, RuleEditor } from './ruleEditor.ts';
import { shownPath } from './textFiles.ts';
import { changedMeanwhile } from './textEdits.ts';
import { showMessage } from '../platform/dialogs.ts';

interface UndoOptions {
  readonly column?: vscode.ViewColumn;
  readonly back?: string | undefined;
}

/**
 * The edits of rules of one file with no other edit between them: the last steps of what the editor undoes in it. It goes along
 * when the editor undoes or does one again, and takes one back by the editor's own undo. Another edit that makes it as it was
 * would be one more step, which the undo in the file would then take for the last: it would bring back what was taken back.
 */
export class RuleEditHistory extends DisposableOwner {
  readonly #ruleEditor: RuleEditor;
  readonly #changed = this.disposables.add(new Emitter<{ readonly isNew: boolean }>());
  /** Fires when another edit is the last one, or none is. `isNew`: it was just made. */
  readonly onDidChange = this.#changed.event;
  #done: readonly RuleEdit[] = [];
  /** Edits that the editor can redo, the next one last. */
  #undone: readonly RuleEdit[] = [];
  /** Why an edit is none of the last ones any more. */
  readonly #since = new WeakMap<RuleEdit, UndoObstacle>();

  constructor(ruleEditor: RuleEditor) {
    super();
    this.#ruleEditor = ruleEditor;
    this.disposables.add(ruleEditor.onDidEdit((edit) => this.#edited(edit)));
    const other = (document: vscode.TextDocument, why?: UndoObstacle): void => {
      if (document === this.#document) {
        this.forget(why);
      }
    };
    this.disposables.add(ruleEditor.onDidMiss((document) => other(document)));
    this.disposables.add(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges, reason }) => {
        if (contentChanges.length > 0 && document === this.#document && !ruleEditor.isEditing(document)) {
          this.#follow(reason);
        }
      }),
    );
    this.disposables.add(vscode.workspace.onDidCloseTextDocument((document) => other(document, 'closed')));
  }

  /** The oldest first. */
  get edits(): readonly RuleEdit[] {
    return this.#done;
  }

  /** Why an edit cannot be undone; undefined for the last edit. */
  undoObstacle(edit: RuleEdit): UndoObstacle | undefined {
    if (this.#done.at(-1) === edit) {
      return undefined;
    }
    return this.#since.get(edit) ?? 'edited-since';
  }

  /** Nothing of it is taken back from here any more. */
  forget(why: UndoObstacle = 'edited-since'): void {
    this.#done.forEach((edit) => this.#since.set(edit, why));
    this.#become([], []);
  }

  /**
   * Takes back edits that are the last ones, in an editor of the file: where it is shown, else in `column`. `back`: a command that gives
   * the keyboard back at once, so that the next key is none for the text. Refuses when one of them was taken back already, or something
   * else was edited since.
   */
  async undo(
    edits: readonly RuleEdit[],
    { column = vscode.ViewColumn.Active, back }: UndoOptions = {},
  ): Promise<void> {
    const last = edits.at(-1);
    if (!last || this.#done.at(-1) !== last) {
      throw changedMeanwhile();
    }
    const { uri } = last.document;
    await this.#ruleEditor.inTurn(uri, async () => this.#undo(edits, last, { column, back }));
  }

  /** Takes edits back when a message offered it, or says why they are none of the last ones any more. */
  async takeBack(edits: readonly RuleEdit[]): Promise<void> {
    const last = edits.at(-1);
    const why = last && this.undoObstacle(last);
    if (why) {
      showUndoUnavailable(why);
    } else {
      await this.undo(edits);
    }
  }

  get #document(): vscode.TextDocument | undefined {
    return (this.#done[0] ?? this.#undone[0])?.document;
  }

  async #undo(edits: readonly RuleEdit[], last: RuleEdit, { column, back }: UndoOptions): Promise<void> {
    if (this.#done.at(-1) !== last) {
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
    // The editor undoes in whatever has the keyboard, or in the editor in front, which gets it.
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

  #edited(edit: RuleEdit): void {
    const before = edit.document === this.#document ? this.#done : [];
    // Somebody typed while it was made: who knows in which order.
    const isAlone = edit.versions[1] === edit.versions[0] + 1;
    this.#become(isAlone ? [...before, edit] : [], [], isAlone);
  }

  #follow(reason: vscode.TextDocumentChangeReason | undefined): void {
    const { Undo, Redo } = vscode.TextDocumentChangeReason;
    const done = this.#done.at(-1);
    const undone = this.#undone.at(-1);
    if (reason === Undo && done) {
      this.#since.set(done, 'taken-back');
      this.#become(this.#done.slice(0, -1), [...this.#undone, done]);
    } else if (reason === Redo && undone) {
      this.#since.delete(undone);
      this.#become([...this.#done, undone], this.#undone.slice(0, -1));
    } else {
      this.forget();
    }
  }

  #become(done: readonly RuleEdit[], undone: readonly RuleEdit[], isNew = false): void {
    const isOther = done.at(-1) !== this.#done.at(-1);
    this.#done = done;
    this.#undone = undone;
    if (isOther) {
      this.#changed.fire({ isNew });
    }
  }
}

/** The order of what takes an edit back: where each rule stood after it. */
function placesBack({ order }: RuleEdit): readonly number[] {
  const back: number[] = [];
  for (const [place, old] of order.entries()) {
    if (old !== undefined) {
      back[old] = place;
    }
  }
  return back;
}

/** Likewise for edits of one list that are taken back together. */
function placesBeforeAll(edits: readonly RuleEdit[]): readonly (number | undefined)[] {
  return edits
    .toReversed()
    .map((edit): readonly (number | undefined)[] => placesBack(edit))
    .reduce((after, back) => back.map((place) => (place === undefined ? undefined : after[place])));
}

/** Where a file is shown, or open behind another one. */
function columnOf(document: vscode.TextDocument): vscode.ViewColumn | undefined {
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  const uri = document.uri.toString();
  const holding = vscode.window.tabGroups.all.find(({ tabs }) =>
    tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri),
  );
  return shown?.viewColumn ?? holding?.viewColumn;
}

/** Why an edit cannot be undone any longer. */
type UndoObstacle = 'taken-back' | 'edited-since' | 'pushed' | 'closed';

/** Says why *Undo* in a message has no effect: a message stays, so a person may click it long after. */
function showUndoUnavailable(since: UndoObstacle): void {
  const why: Readonly<Record<UndoObstacle, string>> = {
    'taken-back': vscode.l10n.t('There is nothing left to undo.'),
    'edited-since': vscode.l10n.t(
      'Could not undo: the file has been edited since. Use Undo in the editor to go back step by step.',
    ),
    pushed: vscode.l10n.t('Could not undo: the policy has been pushed since.'),
    closed: vscode.l10n.t('Could not undo: the file has been closed since.'),
  };
  showMessage('info', why[since]);
}
