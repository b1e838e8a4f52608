import { isBroken } from '../../core/document/parser/problems.ts';
import * as vscode from 'vscode';
import type { PolicyDocument } from '../../core/document/policyDocument.ts';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import { findRule, ruleRefs, type RuleRef } from '../../core/document/ruleRef.ts';
import { rulesTouching } from '../../core/document/rulesAtOffset.ts';
import type { JsonValue } from '../../core/json/json.ts';
import { Emitter } from '../../core/util/emitter.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { changedMeanwhile, tryTextEdits } from './textEdits.ts';
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
  /** The version of the document for which the edit was worked out: the edit may be wrong in any other version. */
  readonly version?: number;
}

/** An edit of rules that was made. */
export interface RuleEdit extends RuleListChange {
  readonly document: vscode.TextDocument;
  readonly array: string;
  /** Versions of the document before and after. */
  readonly versions: readonly [before: number, after: number];
}

/** Edits of the rules of one working copy: text edits of the open document, one undo step each, nothing is sent. */
export class RuleEditor {
  readonly #documents: PolicyDocuments;
  readonly #editing = new Set<vscode.TextDocument>();
  readonly #edited = new Emitter<RuleEdit>();
  readonly #missed = new Emitter<vscode.TextDocument>();
  /** Fires when a document was changed by somebody else while it was to be edited here, and was taken for being edited. */
  readonly onDidMiss = this.#missed.event;
  readonly #willEdit = new Emitter<vscode.Uri>();
  /** Fires just before rules are edited, or an edit is undone: views draw meanwhile, and list rules `inTurn`, when that is done. */
  readonly onWillEdit = this.#willEdit.event;
  readonly #gates = new Map<string, Gate>();
  /** Fires after rules were edited as rules, in the turn in which that is known. */
  readonly onDidEdit = this.#edited.event;

  constructor(documents: PolicyDocuments) {
    this.#documents = documents;
  }

  /**
   * Edits rules, and answers where they, or their copies, stand now. What is asked for while another edit of the file is made
   * comes after it, on the file as it is then. Throws ExpectedError when a rule is gone then, or cannot be told from others.
   */
  async act(rules: RulesToEdit, make: MakeAct): Promise<readonly RulePlace[]> {
    return this.inTurn(rules.uri, async () => this.#act(rules, make));
  }

  /** Has work on a file wait for the edits of it that are being made, and those that are asked for meanwhile for the work. */
  async inTurn<T>(uri: vscode.Uri, work: () => Promise<T>): Promise<T> {
    const key = uri.toString();
    const gate = this.#gates.get(key) ?? new Gate(1);
    this.#gates.set(key, gate);
    return gate.pass(work);
  }

  announceEdit(uri: vscode.Uri): void {
    this.#willEdit.fire(uri);
  }

  /** Whether a change of a document that is told now is an edit that `onDidEdit` tells. */
  isEditing(document: vscode.TextDocument): boolean {
    return this.#editing.has(document);
  }

  /** Notes where cursors stand in the rules of a list; see `holdCursors`. */
  holdCursors(document: vscode.TextDocument, array: string): ReturnType<typeof holdCursors> {
    return holdCursors(document, array, () => this.#documents.current(document));
  }

  /** The data of a rule. */
  async value(uri: vscode.Uri, { array, index }: RulePlace): Promise<JsonValue | undefined> {
    const { view } = await this.#array(uri, array);
    return view.rules[index]?.value();
  }

  /** The rules the selections of an editor touch, of one array only: that of the first. */
  async selected(editor: vscode.TextEditor): Promise<readonly RuleRef[]> {
    // Taken before the first reading of the file, which takes time.
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

  /** The range of a rule, to reveal and select it. Of a name, the one rule that goes by it, where another stands there by now. */
  async rangeOf(
    document: vscode.TextDocument,
    { array, index, name }: RuleRef,
  ): Promise<vscode.Range | undefined> {
    const policy = await this.#documents.open(document);
    const rules = policy.array(array)?.rules ?? [];
    const alike = rules.filter(({ facts }) => facts.name === name);
    const isThere = name === undefined || rules[index]?.facts.name === name;
    const rule = isThere ? rules[index] : alike.length === 1 ? alike[0] : undefined;
    return (
      rule && new vscode.Range(document.positionAt(rule.range.start), document.positionAt(rule.range.end))
    );
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

  /** Made again, on what the file says then, when somebody typed while it was made. */
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

  /** One undo step of the document. Nothing is told when there is nothing to do. Undefined when the document changed before. */
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

/** The rules as they are now, ascending. Throws ExpectedError where one is gone, or another rule may be there. */
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
