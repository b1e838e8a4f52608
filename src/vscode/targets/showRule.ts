import * as vscode from 'vscode';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import type { RuleEditor } from '../workspace/ruleEditor.ts';

/** Puts the cursor of an editor to a rule and brings it into view. */
export async function showRule(
  ruleEditor: RuleEditor,
  editor: vscode.TextEditor,
  place: RulePlace,
): Promise<void> {
  const range = await ruleEditor.rangeOf(editor.document, place);
  if (range) {
    showStart(editor, range);
  }
}

/** Puts the cursor to where a range begins. */
export function showStart(editor: vscode.TextEditor, range: vscode.Range): void {
  editor.selection = new vscode.Selection(range.start, range.start);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
