import { isBroken } from '../../core/document/parser/problems.ts';
import * as vscode from 'vscode';
import type { PolicyDocument, RuleArrayView, RuleView } from '../../core/document/policyDocument.ts';
import { insertRule, moveRules, setMember, type RulePlace } from '../../core/document/ruleEdits.ts';
import { updatePolicyText } from '../../core/document/mergeText.ts';
import { applyEdits } from '../../core/document/text.ts';
import { arrayAt, type JsonObject, type JsonValue } from '../../core/json/json.ts';
import { targetOf, type MoveTarget } from '../../core/policy/reorder.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { applyTextEdits } from './applyTextEdits.ts';
import type { PolicyDocuments } from './policyDocuments.ts';

/** An edit that is shown before it is made. */
export interface ProposedText {
  readonly text: string;
  apply(): Promise<void>;
}

/** Edits of the rules of one working copy: text edits of the open document, one undo step each, nothing is sent. */
export class RuleEditor {
  readonly #documents: PolicyDocuments;

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
    return this.#moveToGap(document, policy, view, indices, targetOf(target, view.rules.length, indices));
  }

  /** Moves into the gap `gap`, counted before the move: 0 is above the first rule, the number of rules is the end. */
  async moveToGap(
    uri: vscode.Uri,
    array: string,
    indices: readonly number[],
    gap: number,
  ): Promise<readonly RulePlace[]> {
    const { document, policy, view } = await this.#array(uri, array);
    return this.#moveToGap(document, policy, view, indices, gap);
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
          throw new ExpectedError('changed', vscode.l10n.t('The file was changed meanwhile. Try again.'));
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

  async #array(
    uri: vscode.Uri,
    array: string,
  ): Promise<{ document: vscode.TextDocument; policy: PolicyDocument; view: RuleArrayView }> {
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
    document: vscode.TextDocument,
    policy: PolicyDocument,
    view: RuleArrayView,
    indices: readonly number[],
    gap: number,
  ): Promise<readonly RulePlace[]> {
    const { length } = view.rules;
    const known = [...new Set(indices)].filter((index) => index < length).sort((a, b) => a - b);
    const to = Math.min(gap, length);
    const above = known.filter((index) => index < to).length;
    await applyTextEdits(document, moveRules(policy, view.key, known, to));
    return known.map((_, offset) => ({ array: view.key, index: to - above + offset }));
  }
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
