import * as vscode from 'vscode';
import type { PolicyDocument } from '../../core/document/policyDocument.ts';

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
 * places of these rules: `order[place]` is the old place of the rule at `place`. `current` returns the policy
 * at the time of the call.
 */
export function holdCursors(
  document: vscode.TextDocument,
  array: string,
  current: () => PolicyDocument | undefined,
): (order: readonly (number | undefined)[]) => void {
  const before = current();
  const editors = vscode.window.visibleTextEditors
    .filter((editor) => before && editor.document === document)
    .map((editor) => ({
      editor,
      selections: editor.selections.map((selection) => before && held(document, before, array, selection)),
      isSeen: editor.visibleRanges.some((range) => range.contains(editor.selection.active)),
    }));
  return (order) => {
    const policy = current();
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
