import { isBroken } from '../../core/document/reading/problems.ts';
import * as vscode from 'vscode';
import type { PolicyDocument } from '../../core/document/policyDocument.ts';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import { rulesNow, type RuleRef } from '../../core/document/ruleRef.ts';
import type { JsonValue } from '../../core/json/json.ts';
import { DisposableOwner, Emitter } from '../../core/util/disposable.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { changedMeanwhile, tryTextEdits } from './textEdits.ts';
import { changeOf, placesBeforeAll, type MakeAct, type RuleListChange } from './ruleActs.ts';
import { holdCursors } from './holdCursors.ts';
import { shownPath } from './textFiles.ts';
import { tabsOf } from './virtualTexts.ts';
import type { PolicyDocuments } from './policyDocuments.ts';
import { Gate } from '../../core/util/concurrency.ts';
import type { RuleArrayView } from '../../core/document/ruleView.ts';

/** Rules of one list of a file. */
export interface RulesToEdit {
  readonly uri: vscode.Uri;
  readonly array: string;
  readonly rules: readonly RuleRef[];
  /** The document version for which the edit was made. The edit may be wrong for any other version. */
  readonly version?: number;
}

/** An edit of rules that was made. */
export interface RuleEdit extends RuleListChange {
  readonly document: vscode.TextDocument;
  readonly array: string;
}

interface UndoOptions {
  /** The column for a file without an editor. */
  readonly column?: vscode.ViewColumn | undefined;
  /** A command that moves the focus back at once, so that the next key does not reach the text. */
  readonly back?: string | undefined;
}

/**
 * Edits the rules of a policy file. Each edit is a text edit of the open document and one undo step. Nothing
 * is sent. The editor's own undo takes an edit back. An opposite edit would be a new undo step, and the next
 * undo in the file would bring the edit back.
 */
export class RuleEditor extends DisposableOwner {
  readonly #documents: PolicyDocuments;
  readonly #editing = new Set<vscode.TextDocument>();
  readonly #willEdit = this.disposables.add(new Emitter<vscode.Uri>());
  /**
   * Fires just before an edit of rules, or its undo. Views redraw during the edit and list rules `inTurn`
   * after it.
   */
  readonly onWillEdit = this.#willEdit.event;
  readonly #gates = new Map<string, Gate>();
  readonly #changed = this.disposables.add(new Emitter<{ readonly isNew: boolean }>());
  /** Fires when the last edit is another one, or is gone. `isNew`: this edit was just made. */
  readonly onDidChangeEdits = this.#changed.event;
  #done: readonly RuleEdit[] = [];
  /** Edits that the editor can redo, the next one last. */
  #undone: readonly RuleEdit[] = [];

  constructor(documents: PolicyDocuments) {
    super();
    this.#documents = documents;
    this.disposables.addAll(
      vscode.workspace.onDidCloseTextDocument((document) => this.#forget(document)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges, reason }) => {
        if (contentChanges.length > 0 && document === this.#document && !this.#editing.has(document)) {
          this.#follow(reason);
        }
      }),
    );
  }

  /** The last undo steps of one file, as long as they are edits of rules, the oldest first. */
  get edits(): readonly RuleEdit[] {
    return this.#done;
  }

  /** Ends the list of edits, because the last undo step is no edit of rules now. */
  forgetEdits(): void {
    this.#set([], []);
  }

  /**
   * Edits rules, and returns the new places of the rules or of their copies. Edits of one file run one after
   * another, each on the current text. Throws ExpectedError when a rule is gone or ambiguous.
   */
  async act(rules: RulesToEdit, make: MakeAct): Promise<readonly RulePlace[]> {
    return this.inTurn(rules.uri, async () => this.#act(rules, make));
  }

  /**
   * Runs work between the edits of a file. The work waits for earlier edits, and later edits wait for the
   * work.
   */
  async inTurn<T>(uri: vscode.Uri, work: () => Promise<T>): Promise<T> {
    const key = uri.toString();
    const gate = this.#gates.get(key) ?? new Gate(1);
    this.#gates.set(key, gate);
    return gate.pass(work);
  }

  /** Undoes the last edits in an editor of the file. Throws ExpectedError when they are not the last edits now. */
  async undo(edits: readonly RuleEdit[], options: UndoOptions = {}): Promise<void> {
    const last = edits.at(-1);
    if (!last) {
      throw notLast();
    }
    await this.inTurn(last.document.uri, async () => this.#undo(edits, last, options));
  }

  /** The value of a rule. */
  async value(uri: vscode.Uri, { array, index }: RulePlace): Promise<JsonValue | undefined> {
    const { view } = await this.#array(uri, array);
    return view.rules[index]?.value();
  }

  async #array(uri: vscode.Uri, array: string): Promise<Editable> {
    const document = await vscode.workspace.openTextDocument(uri);
    const policy = await this.#documents.open(document);
    const view = policy.arrays().find((candidate) => candidate.key === array);
    if (!view || isBroken(policy.problems)) {
      throw new ExpectedError(
        'broken-file',
        vscode.l10n.t('Could not edit the rules: the file is not a complete policy.'),
        { advice: vscode.l10n.t('Resolve the errors shown in the file first.') },
      );
    }
    return { document, policy, view };
  }

  /** Repeats the edit on the new text when someone typed during it. */
  async #act({ uri, array, rules, version }: RulesToEdit, make: MakeAct): Promise<readonly RulePlace[]> {
    let chosen = rules;
    for (;;) {
      const editable = await this.#array(uri, array);
      const { document, policy, view } = editable;
      if (version !== undefined && version !== document.version) {
        throw changedMeanwhile();
      }
      chosen = rulesNow(policy, view, chosen);
      const made = await this.#edit(
        editable,
        chosen.map(({ index }) => index),
        make,
      );
      if (made) {
        return made;
      }
    }
  }

  /**
   * Makes one undo step. Announces nothing when there is nothing to do. Undefined when the document changed
   * before the edit.
   */
  async #edit(
    { document, policy, view }: Editable,
    indices: readonly number[],
    make: MakeAct,
  ): Promise<readonly RulePlace[] | undefined> {
    const act = make(policy, view, indices);
    const change = changeOf(view, act);
    if (act.edits.length > 0) {
      const before = document.version;
      const moveCursors = this.#holdCursors(document, view.key);
      this.#editing.add(document);
      this.#willEdit.fire(document.uri);
      let isDone = false;
      try {
        isDone = await tryTextEdits(document, act.edits);
      } finally {
        this.#editing.delete(document);
        if (!isDone) {
          // The change of someone else looked like the edit.
          this.#forget(document);
        }
      }
      if (!isDone) {
        return undefined;
      }
      // Where the rules keep their places, VS Code follows the text that changed inside of them.
      if (act.order) {
        moveCursors(act.order);
      }
      // If a person typed during the edit, the order of the undo steps is unknown.
      const isAlone = document.version === before + 1;
      const known = document === this.#document ? this.#done : [];
      this.#set(isAlone ? [...known, { ...change, document, array: view.key }] : [], [], isAlone);
    }
    return change.to.map((index) => ({ array: view.key, index }));
  }

  async #undo(edits: readonly RuleEdit[], last: RuleEdit, { column, back }: UndoOptions): Promise<void> {
    if (this.#done.at(-1) !== last) {
      throw notLast();
    }
    const { document } = last;
    const isInFront = (): boolean => vscode.window.activeTextEditor?.document === document;
    if (back === undefined || !isInFront()) {
      const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
      const [tab] = tabsOf([document.uri]);
      await vscode.window.showTextDocument(document, {
        viewColumn: (shown ?? tab?.group)?.viewColumn ?? column ?? vscode.ViewColumn.Active,
        preview: false,
      });
    }
    const [first = last, ...later] = this.#done.slice(this.#done.findIndex((edit) => edits.includes(edit)));
    const moveCursors = this.#holdCursors(document, last.array);
    // `undo` acts on the element with the focus, or on the active editor.
    if (isInFront()) {
      this.#willEdit.fire(document.uri);
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

  /** Notes the rules of the cursors; see `holdCursors`. */
  #holdCursors(document: vscode.TextDocument, array: string): ReturnType<typeof holdCursors> {
    return holdCursors(document, array, () => this.#documents.current(document));
  }

  /** The document of the edits. */
  get #document(): vscode.TextDocument | undefined {
    return (this.#done[0] ?? this.#undone[0])?.document;
  }

  #forget(document: vscode.TextDocument): void {
    if (document === this.#document) {
      this.forgetEdits();
    }
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
      this.forgetEdits();
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

interface Editable {
  readonly document: vscode.TextDocument;
  readonly policy: PolicyDocument;
  readonly view: RuleArrayView;
}

function notLast(): ExpectedError {
  return new ExpectedError(
    'not-last',
    vscode.l10n.t('Could not undo: this edit is no longer the last edit of the file.'),
    { advice: vscode.l10n.t('Use Undo in the editor to go back step by step.') },
  );
}
