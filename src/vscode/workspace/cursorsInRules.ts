import * as vscode from 'vscode';
import type { PolicyDocument } from '../../core/document/policyDocument.ts';

/** A selection within one rule, or above it: where the rule stands, how far from its beginning, and what is between. */
interface Held {
  readonly place: number;
  readonly anchor: number;
  readonly active: number;
  readonly above: string;
}

/** The selections of an editor, and whether its cursor was in sight. */
interface HeldEditor {
  readonly editor: vscode.TextEditor;
  readonly selections: readonly (Held | undefined)[];
  readonly isSeen: boolean;
}

/** The cursors of the editors of a file, by the rules of one list that they stand in: they can follow when these are moved. */
export class CursorsInRules {
  readonly #array: string;
  readonly #current: () => PolicyDocument | undefined;
  readonly #held: readonly HeldEditor[];

  /** `current` tells the policy as it is when it is asked. */
  constructor(document: vscode.TextDocument, array: string, current: () => PolicyDocument | undefined) {
    this.#array = array;
    this.#current = current;
    const policy = current();
    if (!policy) {
      this.#held = [];
      return;
    }
    this.#held = vscode.window.visibleTextEditors
      .filter((editor) => editor.document === document)
      .map((editor) => ({
        editor,
        selections: editor.selections.map((selection) => held(document, policy, array, selection)),
        isSeen: editor.visibleRanges.some((range) => range.contains(editor.selection.active)),
      }));
  }

  /** Puts the cursors where their rules stand now: `order[place]` is where the one there stood. */
  follow(order: readonly (number | undefined)[]): void {
    const policy = this.#current();
    if (!policy) {
      return;
    }
    const rules = policy.arrays().find(({ key }) => key === this.#array)?.rules ?? [];
    for (const { editor, selections, isSeen } of this.#held) {
      const { document } = editor;
      const now = selections.map((each, at) => {
        const start = each && rules[order.indexOf(each.place)]?.range.start;
        // The text above a rule may not have moved with the rule.
        return each && start !== undefined && policy.slice(start - each.above.length, start) === each.above
          ? new vscode.Selection(
              document.positionAt(start + each.anchor),
              document.positionAt(start + each.active),
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
  }
}

function held(
  document: vscode.TextDocument,
  policy: PolicyDocument,
  array: string,
  selection: vscode.Selection,
): Held | undefined {
  const rules = policy.arrays().find(({ key }) => key === array)?.rules ?? [];
  const start = document.offsetAt(selection.start);
  const place = rules.findIndex(({ range }) => range.end >= start);
  const rule = rules[place];
  if (!rule || document.offsetAt(selection.end) > rule.range.end) {
    return undefined;
  }
  const from = (position: vscode.Position): number => document.offsetAt(position) - rule.range.start;
  return {
    place,
    anchor: from(selection.anchor),
    active: from(selection.active),
    above: start < rule.range.start ? policy.slice(start, rule.range.start) : '',
  };
}
