import * as vscode from 'vscode';
import { ExpectedError } from '../util/errors.ts';
import { openPolicyFile } from './showPolicy.ts';
import { chosenOf, givenRules } from './targets.ts';
import type { Tools } from './tools.ts';

/** Opens the file with the rule of the row in view. */
export async function revealRule(
  tools: Pick<Tools, 'consoles' | 'files' | 'ruleEditor' | 'view'>,
  row?: unknown,
): Promise<void> {
  const [rule] = givenRules(row, undefined) ?? givenRules(undefined, tools.view.selection()) ?? [];
  if (!rule) {
    throw new ExpectedError('no-rule', vscode.l10n.t('No rule is selected.'));
  }
  const editor = await openPolicyFile(tools, chosenOf(tools, rule));
  const range = await tools.ruleEditor.rangeOf(editor.document, rule);
  if (range) {
    editor.selection = new vscode.Selection(range.start, range.start);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
}
