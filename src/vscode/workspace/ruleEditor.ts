import { isBroken } from '../../core/document/parser/problems.ts';
import * as vscode from 'vscode';
import type { PolicyDocument, RuleArrayView, RuleView } from '../../core/document/policyDocument.ts';
import { insertRule, moveRules, setMember, type RulePlace } from '../../core/document/ruleEdits.ts';
import { updatePolicyText } from '../../core/document/mergeText.ts';
import { applyEdits, type TextEdit } from '../../core/document/text.ts';
import { arrayAt, type JsonObject, type JsonValue } from '../../core/json/json.ts';
import { moveIndices, targetOf, type MoveTarget } from '../../core/policy/reorder.ts';
import { Emitter } from '../../core/util/emitter.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { applyTextEdits } from './applyTextEdits.ts';
import { changedMeanwhile } from './whenEdited.ts';
import type { PolicyDocuments } from './policyDocuments.ts';

/** An edit that is shown before it is made. */
export interface ProposedText {
  readonly text: string;
  apply(): Promise<void>;
}

/** Rules of one list that were put elsewhere. */
export interface RuleMove {
  readonly document: vscode.TextDocument;
  readonly array: string;
  /** Of the first of them. */
  readonly name: string;
  /** Where they stood, ascending, and where they stand now. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** `order[place]` is where what stands there stood. */
  readonly order: readonly number[];
  /** By a pointer, which cannot see beforehand what it does. */
  readonly isDrop: boolean;
  /** Versions of the document before and after. */
  readonly versions: readonly [before: number, after: number];
  /** What takes it back, in the text as it is after the move. */
  readonly back: readonly Replacement[];
}

/** Edits of the rules of one working copy: text edits of the open document, one undo step each, nothing is sent. */
export class RuleEditor {
  readonly #documents: PolicyDocuments;
  readonly #moving = new Set<vscode.TextDocument>();
  readonly #moved = new Emitter<RuleMove>();
  /** Fires after rules were moved, in the turn in which that is known. */
  readonly onDidMove = this.#moved.event;

  constructor(documents: PolicyDocuments) {
    this.#documents = documents;
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
    const { document, policy, view } = await this.#array(uri, array);
    const gap = targetOf(target, view.rules.length, indices);
    return this.#moveToGap({ document, policy, view }, indices, gap, false);
  }

  /** Whether a change of a document that is told now is a move of its rules. */
  isMoving(document: vscode.TextDocument): boolean {
    return this.#moving.has(document);
  }

  /** Takes moves back that were made one after another, if the document is still as the last of them left it. */
  async takeBack(moves: readonly RuleMove[]): Promise<void> {
    const last = moves.at(-1);
    if (!last || last.document.isClosed || last.document.version !== last.versions[1]) {
      throw changedMeanwhile();
    }
    for (const { document, back } of moves.toReversed()) {
      const isThere = back.every(
        ({ start, end, expected }) =>
          document.getText(new vscode.Range(document.positionAt(start), document.positionAt(end))) ===
          expected,
      );
      if (!isThere) {
        throw changedMeanwhile();
      }
      await applyTextEdits(document, back);
    }
  }

  /** Drops into the gap `gap`, counted before the move: 0 is above the first rule, the number of rules is the end. */
  async moveToGap(
    uri: vscode.Uri,
    array: string,
    indices: readonly number[],
    gap: number,
  ): Promise<readonly RulePlace[]> {
    return this.#moveToGap(await this.#array(uri, array), indices, gap, true);
  }

  /** Inserts a rule above the one at `index`, or at the end, and answers where it stands. */
  async insert(uri: vscode.Uri, array: string, index: number, rule: JsonObject): Promise<RulePlace> {
    const { document, policy, view } = await this.#array(uri, array);
    const place = Math.min(index, view.rules.length);
    await applyTextEdits(document, insertRule(policy, array, place, rule));
    return { array, index: place };
  }

  /** Sets one member of a rule; comments and the rest of the text stay as they are. */
  async set(
    uri: vscode.Uri,
    place: RulePlace,
    path: readonly (string | number)[],
    value: JsonValue,
  ): Promise<void> {
    const { document, policy } = await this.#array(uri, place.array);
    await applyTextEdits(document, setMember(policy, place, path, value));
  }

  /**
   * What the file would say with another value of a rule, and the way to make it say so. Whatever stays the same keeps its
   * bytes. A file that is edited meanwhile is left alone.
   */
  async propose(uri: vscode.Uri, { array, index }: RulePlace, rule: JsonObject): Promise<ProposedText> {
    const { document, policy } = await this.#array(uri, array);
    const { version } = document;
    const value = policy.value() ?? new Map<string, JsonValue>();
    const rules = arrayAt(value, array).map((each, at) => (at === index ? rule : each));
    const edits = updatePolicyText(policy, new Map(value).set(array, rules));
    return {
      text: applyEdits(policy.text, edits),
      apply: async () => {
        if (document.isClosed || document.version !== version) {
          throw changedMeanwhile();
        }
        await applyTextEdits(document, edits);
      },
    };
  }

  /** The data of a rule. */
  async value(uri: vscode.Uri, { array, index }: RulePlace): Promise<JsonValue | undefined> {
    const { view } = await this.#array(uri, array);
    return view.rules[index]?.value();
  }

  /** The rules the selections of an editor touch, of one array only: that of the first. */
  async selected(editor: vscode.TextEditor): Promise<readonly RulePlace[]> {
    const policy = await this.#documents.open(editor.document);
    const places: RulePlace[] = [];
    for (const view of policy.arrays()) {
      for (const selection of editor.selections) {
        const start = editor.document.offsetAt(selection.start);
        const end = editor.document.offsetAt(selection.end);
        places.push(...rulesTouching(view, start, end).map(({ array, index }) => ({ array, index })));
      }
    }
    const first = places[0];
    const indices = new Set(places.filter(({ array }) => array === first?.array).map(({ index }) => index));
    return first ? [...indices].sort((a, b) => a - b).map((index) => ({ array: first.array, index })) : [];
  }

  /** The range of a rule, to reveal and select it. */
  async rangeOf(document: vscode.TextDocument, place: RulePlace): Promise<vscode.Range | undefined> {
    const policy = await this.#documents.open(document);
    const rule = policy.arrays().find((view) => view.key === place.array)?.rules[place.index];
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
        vscode.l10n.t('The rules cannot be moved: the file is not a whole policy.'),
        { advice: vscode.l10n.t('Resolve the errors shown in the file first.') },
      );
    }
    return { document, policy, view };
  }

  async #moveToGap(
    { document, policy, view }: Editable,
    indices: readonly number[],
    gap: number,
    isDrop: boolean,
  ): Promise<readonly RulePlace[]> {
    const { length } = view.rules;
    const from = [...new Set(indices)].filter((index) => index < length).sort((a, b) => a - b);
    const gapInList = Math.min(gap, length);
    const above = from.filter((index) => index < gapInList).length;
    const to = from.map((_, offset) => gapInList - above + offset);
    const edits = moveRules(policy, view.key, from, gapInList);
    if (edits.length > 0) {
      const order = moveIndices(length, from, gapInList);
      const back = takingBack(policy.text, edits);
      const name = view.rules[from[0] ?? 0]?.facts.name ?? '';
      const before = document.version;
      this.#moving.add(document);
      try {
        await applyTextEdits(document, edits);
      } finally {
        this.#moving.delete(document);
      }
      const versions = [before, document.version] as const;
      this.#moved.fire({ document, array: view.key, name, from, to, order, isDrop, versions, back });
    }
    return to.map((index) => ({ array: view.key, index }));
  }
}

interface Editable {
  readonly document: vscode.TextDocument;
  readonly policy: PolicyDocument;
  readonly view: RuleArrayView;
}

/** An edit of what is known to stand there. */
interface Replacement extends TextEdit {
  readonly expected: string;
}

/** Edits of the edited text that make the old one of it. */
function takingBack(old: string, edits: readonly TextEdit[]): readonly Replacement[] {
  let grown = 0;
  return edits
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map(({ start, end, text }) => {
      const from = start + grown;
      grown += text.length - (end - start);
      return { start: from, end: from + text.length, text: old.slice(start, end), expected: text };
    });
}

function rulesTouching(view: RuleArrayView, start: number, end: number): readonly RuleView[] {
  const { rules } = view;
  let low = 0;
  let high = rules.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rules[middle]?.range.end ?? 0) < start) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const touched: RuleView[] = [];
  for (let rule = rules[low]; rule && rule.range.start <= end; rule = rules[++low]) {
    touched.push(rule);
  }
  return touched;
}
