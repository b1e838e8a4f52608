import * as vscode from 'vscode';
import type { NamedPlace, RuleEditor } from '../workspace/ruleEditor.ts';
import { changedMeanwhile } from '../workspace/whenEdited.ts';

/** Puts the cursor of an editor to a rule and brings it into view. Refuses where a rule of another name stands. */
export async function showRule(
  ruleEditor: RuleEditor,
  editor: vscode.TextEditor,
  place: NamedPlace,
): Promise<void> {
  const range = await ruleEditor.rangeOf(editor.document, place);
  if (range) {
    showStart(editor, range);
  } else if (place.name !== undefined) {
    throw changedMeanwhile(true);
  }
}

/** Puts the cursor to where a range begins. */
export function showStart(editor: vscode.TextEditor, range: vscode.Range): void {
  editor.selection = new vscode.Selection(range.start, range.start);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
