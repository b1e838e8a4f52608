import * as vscode from 'vscode';
import { ExpectedError } from '../../core/util/errors.ts';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import { whileCursorsRest } from '../platform/cursorsAtRest.ts';
import { openAt } from '../targets/showRule.ts';
import type { PolicyRules } from '../workspace/policyRules.ts';

/** Shows the hover at the name of a rule: the rule of the arguments, or the rule at the cursor. */
export async function previewRule(rules: PolicyRules, uri?: unknown, place?: unknown): Promise<void> {
  await whileCursorsRest(async (areAtRest) => {
    const editor =
      uri instanceof vscode.Uri
        ? vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString())
        : vscode.window.activeTextEditor;
    const rule =
      editor &&
      (isPlace(place) ? place : rules.at(editor.document, editor.document.offsetAt(editor.selection.active)));
    const range = editor && rule && (await rules.nameRange(editor.document, rule));
    if (!editor || !range) {
      throw new ExpectedError('no-rule', vscode.l10n.t('There is no rule with a name here.'), {
        advice: vscode.l10n.t('Put the cursor into a rule of a policy file.'),
      });
    }
    if (areAtRest()) {
      // The hover opens at the cursor, in the editor that has the keyboard.
      const column = editor.viewColumn === undefined ? {} : { viewColumn: editor.viewColumn };
      await openAt(editor.document, range, { ...column, preview: false });
      await vscode.commands.executeCommand('editor.action.showHover');
    }
  });
}

function isPlace(value: unknown): value is RulePlace {
  return typeof value === 'object' && value !== null && 'array' in value && 'index' in value;
}
