import * as vscode from 'vscode';
import type { ChosenRules } from './chooseRules.ts';
import type { RuleEditor } from '../workspace/ruleEditor.ts';

/** Opens the file with the rule of the row in view. */
export async function revealRule(
  ruleEditor: RuleEditor,
  { uri, array, indices: [index = 0] }: ChosenRules,
): Promise<void> {
  const editor = await vscode.window.showTextDocument(uri);
  const range = await ruleEditor.rangeOf(editor.document, { array, index });
  if (range) {
    editor.selection = new vscode.Selection(range.start, range.start);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
}
