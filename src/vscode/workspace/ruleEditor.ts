import { isBroken } from '../../core/document/parser/problems.ts';
import * as vscode from 'vscode';
import type { PolicyDocument } from '../../core/document/policyDocument.ts';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import { findRule, ruleRefs, type RuleRef } from '../../core/document/ruleRef.ts';
import { rulesTouching } from '../../core/document/rulesAtOffset.ts';
import type { JsonValue } from '../../core/json/json.ts';
import { Emitter } from '../../core/util/emitter.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { changedMeanwhile, toRange, tryTextEdits } from './textEdits.ts';
import { changeOf, type MakeAct, type RuleListChange } from './ruleActs.ts';
import { holdCursors } from './holdCursors.ts';
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
  /** The versions of the document before and after. */
  readonly versions: readonly [before: number, after: number];
}

/**
 * Edits the rules of a policy file. Each edit is a text edit of the open document and one undo step. Nothing
 * is sent.
 */
export class RuleEditor {
  readonly #documents: PolicyDocuments;
  readonly #editing = new Set<vscode.TextDocument>();
  readonly #edited = new Emitter<RuleEdit>();
  readonly #missed = new Emitter<vscode.TextDocument>();
  /** Fires when someone else changed a document during an edit, so that its change looked like the edit. */
  readonly onDidMiss = this.#missed.event;
  readonly #willEdit = new Emitter<vscode.Uri>();
  /**
   * Fires just before an edit of rules, or its undo. Views redraw during the edit and list rules `inTurn`
   * after it.
   */
  readonly onWillEdit = this.#willEdit.event;
  readonly #gates = new Map<string, Gate>();
  /** Fires after an edit of rules. */
  readonly onDidEdit = this.#edited.event;

  constructor(documents: PolicyDocuments) {
    this.#documents = documents;
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

  announceEdit(uri: vscode.Uri): void {
    this.#willEdit.fire(uri);
  }

  /** True when the reported change of a document is an edit that `onDidEdit` announces. */
  isEditing(document: vscode.TextDocument): boolean {
    return this.#editing.has(document);
  }

  /** Notes the rules of the cursors; see `holdCursors`. */
  holdCursors(document: vscode.TextDocument, array: string): ReturnType<typeof holdCursors> {
    return holdCursors(document, array, () => this.#documents.current(document));
  }

  /** The value of a rule. */
  async value(uri: vscode.Uri, { array, index }: RulePlace): Promise<JsonValue | undefined> {
    const { view } = await this.#array(uri, array);
    return view.rules[index]?.value();
  }

  /** The rules that the selections of an editor touch. Only the list of the first selection counts. */
  async selected(editor: vscode.TextEditor): Promise<readonly RuleRef[]> {
    // The first read of the file takes time, so the selections are copied before it.
    const { document, selections } = editor;
    const { version } = document;
    const policy = await this.#documents.open(document);
    if (document.version !== version) {
      throw changedMeanwhile();
    }
    for (const view of policy.arrays()) {
      const touched = new Set(
        selections.flatMap(({ start, end }) =>
          rulesTouching(policy, view, document.offsetAt(start), document.offsetAt(end)).map(
            ({ index }) => index,
          ),
        ),
      );
      if (touched.size > 0) {
        return ruleRefs(policy, view).filter(({ index }) => touched.has(index));
      }
    }
    return [];
  }

  /**
   * The range of a rule, to reveal and select it. If another rule is at this place now, the only rule with
   * the name counts.
   */
  async rangeOf(
    document: vscode.TextDocument,
    { array, index, name }: RuleRef,
  ): Promise<vscode.Range | undefined> {
    const policy = await this.#documents.open(document);
    const rules = policy.array(array)?.rules ?? [];
    const alike = rules.filter(({ facts }) => facts.name === name);
    const isThere = name === undefined || rules[index]?.facts.name === name;
    const rule = isThere ? rules[index] : alike.length === 1 ? alike[0] : undefined;
    return rule && toRange(document, rule.range);
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
      const moveCursors = this.holdCursors(document, view.key);
      this.#editing.add(document);
      this.announceEdit(document.uri);
      let isDone = false;
      try {
        isDone = await tryTextEdits(document, act.edits);
      } finally {
        this.#editing.delete(document);
        if (!isDone) {
          this.#missed.fire(document);
        }
      }
      if (!isDone) {
        return undefined;
      }
      const versions = [before, document.version] as const;
      moveCursors(change.order);
      this.#edited.fire({ ...change, document, array: view.key, versions });
    }
    return change.to.map((index) => ({ array: view.key, index }));
  }
}

/** The current rules, ascending. Throws ExpectedError when a rule is gone or ambiguous. */
export function rulesNow(
  policy: PolicyDocument,
  view: RuleArrayView,
  rules: readonly RuleRef[],
): readonly RuleRef[] {
  const now = ruleRefs(policy, view);
  const indices = new Set(
    rules.map((rule) => {
      const index = findRule(policy, view, rule);
      if (index === 'gone') {
        throw ruleGone(rule.name);
      }
      if (index === 'unclear') {
        throw changedMeanwhile(true);
      }
      return index;
    }),
  );
  return now.filter(({ index }) => indices.has(index));
}

export function ruleGone(name: string | undefined): ExpectedError {
  return new ExpectedError(
    'rule-gone',
    vscode.l10n.t('The rule "{0}" is gone.', name ?? vscode.l10n.t('(no name)')),
  );
}

interface Editable {
  readonly document: vscode.TextDocument;
  readonly policy: PolicyDocument;
  readonly view: RuleArrayView;
}
