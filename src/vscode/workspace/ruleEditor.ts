import * as vscode from 'vscode';
import { isBroken } from '../../core/document/reading/problems.ts';
import type { PolicyDocument } from '../../core/document/policyDocument.ts';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import { changedMeanwhile, rulesNow } from '../../core/document/ruleRef.ts';
import type { JsonValue } from '../../core/json/json.ts';
import { DisposableOwner, Emitter } from '../../core/util/disposable.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { ChosenRules } from './target.ts';
import { tryTextEdits, shownPath } from './textFiles.ts';
import {
  changeOf,
  placesBeforeAll,
  type MakeAct,
  type RuleListChange,
} from '../../core/document/ruleActs.ts';
import { tabsOf } from './virtualTexts.ts';
import type { PolicyDocuments } from './policyDocuments.ts';
import { Gate } from '../../core/util/concurrency.ts';
import type { RuleArrayView } from '../../core/document/ruleView.ts';

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
   * another, each on the current text. Throws ExpectedError when a rule is gone or ambiguous. The cursors and the
   * view in which the rules were chosen follow moved rules. `addOthers` adds the edits of other files, which
   * the editor undoes with this edit.
   */
  async act(
    chosen: ChosenRules,
    make: MakeAct,
    addOthers?: (edit: vscode.WorkspaceEdit) => void,
  ): Promise<readonly RulePlace[]> {
    const { places, isMoved } = await this.inTurn(chosen.uri, async () => this.#act(chosen, make, addOthers));
    const [first] = places;
    await (isMoved && first && chosen.show?.(first, 'show'));
    return places;
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
  async #act(
    { uri, array, rules, version }: ChosenRules,
    make: MakeAct,
    addOthers?: (edit: vscode.WorkspaceEdit) => void,
  ): Promise<Edited> {
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
        addOthers,
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
    addOthers?: (edit: vscode.WorkspaceEdit) => void,
  ): Promise<Edited | undefined> {
    const act = make(policy, view, indices);
    const change = changeOf(view, act);
    if (act.edits.length > 0) {
      const before = document.version;
      const moveCursors = holdCursors(this.#documents, document, view.key);
      this.#editing.add(document);
      this.#willEdit.fire(document.uri);
      let isDone = false;
      try {
        isDone = await tryTextEdits(document, act.edits, addOthers);
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
    return {
      places: change.to.map((index) => ({ array: view.key, index })),
      isMoved: act.order !== undefined,
    };
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
    const moveCursors = holdCursors(this.#documents, document, last.array);
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

interface Edited {
  readonly places: readonly RulePlace[];
  readonly isMoved: boolean;
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

/**
 * A selection inside a rule or directly above it: the place of the rule, offsets from its start, and the text
 * in between. A selection of several rules becomes a cursor in the first of them when this rule moves.
 */
interface Held {
  readonly place: number;
  readonly anchor: number;
  readonly active: number;
  readonly above: string;
  readonly isOfSeveral: boolean;
}

/**
 * Notes the rules in which the cursors of a file are. The returned function moves the cursors to the new
 * places of these rules: `order[place]` is the old place of the rule at `place`.
 */
function holdCursors(
  documents: PolicyDocuments,
  document: vscode.TextDocument,
  array: string,
): (order: readonly (number | undefined)[]) => void {
  const before = documents.current(document);
  const editors = vscode.window.visibleTextEditors
    .filter((editor) => before && editor.document === document)
    .map((editor) => ({
      editor,
      selections: editor.selections.map((selection) => before && held(document, before, array, selection)),
      isSeen: editor.visibleRanges.some((range) => range.contains(editor.selection.active)),
    }));
  return (order) => {
    const policy = documents.current(document);
    const rules = policy?.array(array)?.rules ?? [];
    for (const { editor, selections, isSeen } of editors) {
      const now = selections.map((noted, at) => {
        const place = noted && order.indexOf(noted.place);
        const start =
          place === undefined || (noted?.isOfSeveral && place === noted.place)
            ? undefined
            : rules[place]?.range.start;
        // The text above a rule may not have moved with the rule.
        return noted &&
          start !== undefined &&
          policy?.slice(start - noted.above.length, start) === noted.above
          ? new vscode.Selection(
              document.positionAt(start + noted.anchor),
              document.positionAt(start + noted.active),
            )
          : editor.selections[at];
      });
      const known = now.filter((selection) => selection !== undefined);
      const isElsewhere = known.some((selection, at) => !editor.selections[at]?.isEqual(selection));
      if (known.length > 0 && isElsewhere) {
        editor.selections = known;
        if (isSeen) {
          editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
        }
      }
    }
  };
}

function held(
  document: vscode.TextDocument,
  policy: PolicyDocument,
  array: string,
  selection: vscode.Selection,
): Held | undefined {
  const rules = policy.array(array)?.rules ?? [];
  const start = document.offsetAt(selection.start);
  const place = rules.findIndex(({ range }) => range.end >= start);
  const rule = rules[place];
  if (!rule) {
    return undefined;
  }
  const isOfSeveral = document.offsetAt(selection.end) > rule.range.end;
  const from = (position: vscode.Position): number =>
    document.offsetAt(isOfSeveral ? selection.start : position) - rule.range.start;
  return {
    place,
    anchor: from(selection.anchor),
    active: from(selection.active),
    above: start < rule.range.start ? policy.slice(start, rule.range.start) : '',
    isOfSeveral,
  };
}
