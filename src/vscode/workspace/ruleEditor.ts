import { isBroken } from '../../core/document/parser/problems.ts';
import * as vscode from 'vscode';
import type { PolicyDocument, RuleArrayView } from '../../core/document/policyDocument.ts';
import { setMember, type RulePlace } from '../../core/document/ruleEdits.ts';
import { rulesTouching } from '../../core/document/rulesAtOffset.ts';
import { updatePolicyText } from '../../core/document/mergeText.ts';
import { arrayAt, type JsonObject, type JsonValue } from '../../core/json/json.ts';
import { sameValue } from '../../core/json/sameValue.ts';
import type { MoveTarget } from '../../core/policy/reorder.ts';
import { Emitter } from '../../core/util/emitter.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { applyTextEdits, tryTextEdits } from './applyTextEdits.ts';
import { addAt, moveTo, movingTo, type MakeAct, type RuleDeed } from './ruleActs.ts';
import { CursorsInRules } from './cursorsInRules.ts';
import { InTurn } from './inTurn.ts';
import { changedMeanwhile } from './whenEdited.ts';
import type { PolicyDocuments } from './policyDocuments.ts';
import { WhereRulesWent } from './whereRulesWent.ts';

/** An edit that is worked out before it is made. */
export interface ProposedText {
  readonly before: string;
  /** @returns the version of the document that says it; nothing is edited when it does not differ */
  apply(): Promise<number>;
}

/** Rules of one list of a file. */
export interface RulesToEdit {
  readonly uri: vscode.Uri;
  readonly array: string;
  readonly indices: readonly number[];
  /** What they were called when they were chosen; without it they are taken as they stand. */
  readonly names?: readonly (string | undefined)[];
  /** Of the document from which it was worked out what to do with them: in any other that may be wrong. */
  readonly version?: number;
  /** What `RuleEditor.edits` was when they were chosen; without it they are where they are when it is their turn. */
  readonly since?: number;
}

/** Where a rule stands, and what it is called there: by the name it is found where others came above it. */
export interface NamedPlace extends RulePlace {
  readonly name?: string | undefined;
}

/** An edit of rules that was made. */
export interface RuleEdit extends RuleDeed {
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
  readonly #turns = new InTurn();
  readonly #went = new WhereRulesWent();
  /** Fires after rules were edited as rules, in the turn in which that is known. */
  readonly onDidEdit = this.#edited.event;

  constructor(documents: PolicyDocuments) {
    this.#documents = documents;
  }

  /** How many edits of rules were made: whoever chooses rules says so, and they are followed until it is their turn. */
  get edits(): number {
    return this.#went.count;
  }

  /** Where rules are now that were chosen some edits ago. Refuses when one of them is gone. */
  placesNow({ uri, array, indices, since = this.edits }: RulesToEdit): readonly number[] {
    return indices.map((index) => {
      const place = this.#went.now(uri.toString(), array, index, since);
      if (place === undefined) {
        throw changedMeanwhile();
      }
      return place;
    });
  }

  /**
   * Moves the rules at `indices` of one array, in their own order, and answers where they stand now. A number is the
   * position the first of them ends at. Nothing is edited when the order stays.
   */
  async move(
    uri: vscode.Uri,
    array: string,
    indices: readonly number[],
    target: MoveTarget,
  ): Promise<readonly RulePlace[]> {
    return this.act({ uri, array, indices }, movingTo(target));
  }

  /**
   * Edits rules, and answers where they, or their copies, stand now. What is asked for while another edit of the file is made
   * comes after it, on what that left, and on the same rules. Refuses when other rules stand there than were chosen.
   */
  async act(rules: RulesToEdit, make: MakeAct): Promise<readonly RulePlace[]> {
    const { since = this.edits } = rules;
    return this.inTurn(rules.uri, async () => this.#act({ ...rules, since }, make));
  }

  /** Has work on a file wait for the edits of it that are being made, and those that are asked for meanwhile for the work. */
  async inTurn<T>(uri: vscode.Uri, work: () => Promise<T>): Promise<T> {
    return this.#turns.of(uri, work);
  }

  /** Told of edits that were taken back, or done again: rules that were chosen before stand elsewhere now. */
  went({ document, array, order }: Pick<RuleEdit, 'document' | 'array' | 'order'>): void {
    this.#went.note({ file: document.uri.toString(), array, order });
  }

  /** Whether a change of a document that is told now is an edit that `onDidEdit` tells. */
  isEditing(document: vscode.TextDocument): boolean {
    return this.#editing.has(document);
  }

  /** Where cursors stand in the rules of a list, to follow these. */
  cursorsOf(document: vscode.TextDocument, array: string): CursorsInRules {
    return new CursorsInRules(document, array, () => this.#documents.current(document));
  }

  /** Drops into the gap `gap`, counted before the move: 0 is above the first rule, the number of rules is the end. */
  async moveToGap(rules: RulesToEdit, gap: number): Promise<readonly RulePlace[]> {
    return this.act(rules, moveTo(gap, true));
  }

  /** Inserts a rule above the one at `index`, or at the end, and answers where it stands. */
  async insert(uri: vscode.Uri, array: string, index: number, rule: JsonObject): Promise<RulePlace> {
    const [place] = await this.act({ uri, array, indices: [] }, addAt(index, rule));
    return place ?? { array, index };
  }

  /** Sets one member of a rule; comments and the rest of the text stay as they are. */
  async set(
    uri: vscode.Uri,
    place: RulePlace,
    path: readonly (string | number)[],
    value: JsonValue,
  ): Promise<void> {
    await this.inTurn(uri, async () => {
      const { document, policy } = await this.#array(uri, place.array);
      await applyTextEdits(document, setMember(policy, place, path, value));
    });
  }

  /**
   * What the file says, and the way to make it say another value of a rule. Whatever stays the same keeps its bytes. A rule
   * that is not the one the value was made from any more, or a file that is edited meanwhile, is left alone.
   */
  async propose(
    uri: vscode.Uri,
    { array, index }: RulePlace,
    { from, to }: { readonly from: JsonObject; readonly to: JsonObject },
  ): Promise<ProposedText> {
    const { document, policy, view } = await this.#array(uri, array);
    const { version } = document;
    if (!sameValue(view.rules[index]?.value(), from)) {
      throw changedMeanwhile();
    }
    const value = policy.value() ?? new Map<string, JsonValue>();
    const rules = arrayAt(value, array).map((each, at) => (at === index ? to : each));
    const edits = updatePolicyText(policy, new Map(value).set(array, rules));
    return {
      before: policy.text,
      apply: () =>
        this.inTurn(uri, async () => {
          if (document.isClosed || document.version !== version) {
            throw changedMeanwhile();
          }
          await applyTextEdits(document, edits);
          return document.version;
        }),
    };
  }

  /** The data of a rule. */
  async value(uri: vscode.Uri, { array, index }: RulePlace): Promise<JsonValue | undefined> {
    const { view } = await this.#array(uri, array);
    return view.rules[index]?.value();
  }

  /** The rules the selections of an editor touch, of one array only: that of the first. */
  async selected(editor: vscode.TextEditor): Promise<readonly NamedPlace[]> {
    // As they are when they are asked for: the first reading of a file takes time.
    const { document, selections } = editor;
    const { version } = document;
    const policy = await this.#documents.open(document);
    if (document.version !== version) {
      throw changedMeanwhile();
    }
    const touched = policy
      .arrays()
      .flatMap((view) =>
        selections.flatMap(({ start, end }) =>
          rulesTouching(policy, view, document.offsetAt(start), document.offsetAt(end)),
        ),
      );
    const [first] = touched;
    const places = new Map(
      touched.flatMap(({ array, index, facts: { name } }) =>
        array === first?.array ? [[index, { array, index, name }] as const] : [],
      ),
    );
    return [...places.values()].toSorted((a, b) => a.index - b.index);
  }

  /** The range of a rule, to reveal and select it. Of a name, the one rule that goes by it, where another stands there by now. */
  async rangeOf(
    document: vscode.TextDocument,
    { array, index, name }: NamedPlace,
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
  async #act(rules: RulesToEdit & { readonly since: number }, make: MakeAct): Promise<readonly RulePlace[]> {
    const { uri, array, names, version } = rules;
    const places = this.placesNow(rules);
    let known: readonly KnownRule[] | undefined;
    for (;;) {
      const editable = await this.#array(uri, array);
      const list = editable.view.rules.map(({ facts }) => facts.name);
      known ??= places.map((index, at) => ({ index, name: names ? names[at] : list[index], list }));
      const now = known.map((rule) => placeNow(rule, list));
      if (
        now.some((index) => index === undefined) ||
        (version !== undefined && version !== editable.document.version)
      ) {
        throw changedMeanwhile();
      }
      const made = await this.#edit(
        editable,
        now.filter((index) => index !== undefined),
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
    const known = [...new Set(indices)].sort((a, b) => a - b);
    const { edits, ...deed } = make(policy, view, known);
    if (edits.length > 0) {
      const before = document.version;
      const cursors = this.cursorsOf(document, view.key);
      this.#editing.add(document);
      let isDone = false;
      try {
        isDone = await tryTextEdits(document, edits);
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
      this.went({ document, array: view.key, order: deed.order });
      cursors.follow(deed.order);
      this.#edited.fire({ ...deed, document, array: view.key, versions });
    }
    return deed.to.map((index) => ({ array: view.key, index }));
  }
}

/** A rule that was chosen: its place and name, and the names of its list when it stood there. */
interface KnownRule {
  readonly index: number;
  readonly name: string | undefined;
  readonly list: readonly (string | undefined)[];
}

/** Where a rule stands in a list as it is now: where it stood, or, when the list is another, where the only one of its name is. */
function placeNow(
  { index, name, list }: KnownRule,
  now: readonly (string | undefined)[],
): number | undefined {
  const isSame = list.length === now.length && list.every((each, at) => each === now[at]);
  if (isSame) {
    return index in now && now[index] === name ? index : undefined;
  }
  const place = now.indexOf(name);
  return name !== undefined && place !== -1 && now.lastIndexOf(name) === place ? place : undefined;
}

interface Editable {
  readonly document: vscode.TextDocument;
  readonly policy: PolicyDocument;
  readonly view: RuleArrayView;
}
