import * as vscode from 'vscode';
import { ExpectedError } from '../../core/util/errors.ts';
import { ruleNameAt } from '../../core/assist/completion/ruleName.ts';
import { ruleToShow, type RuleRef } from '../../core/document/ruleRef.ts';
import { rulePlaceAt } from '../../core/document/rulesAtOffset.ts';
import { memberOf } from '../../core/document/syntaxNode.ts';
import { whileCursorsRest, openAt } from '../targets/showRule.ts';
import type { PolicyDocuments } from '../workspace/policyDocuments.ts';
import { toRange } from '../workspace/textFiles.ts';

/** Shows the hover at the name of a rule: the rule of the arguments, or the rule at the cursor. */
export async function previewRule(documents: PolicyDocuments, uri?: unknown, place?: unknown): Promise<void> {
  await whileCursorsRest(async (areAtRest) => {
    const editor =
      uri instanceof vscode.Uri
        ? vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString())
        : vscode.window.activeTextEditor;
    const range = editor && (await nameRange(documents, editor, isPlace(place) ? place : undefined));
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

function isPlace(value: unknown): value is RuleRef {
  return typeof value === 'object' && value !== null && 'array' in value && 'index' in value;
}

/** The range of the name of a rule, or of the rule at the cursor. Undefined for a rule that is not found. */
async function nameRange(
  documents: PolicyDocuments,
  { document, selection }: vscode.TextEditor,
  asked: RuleRef | undefined,
): Promise<vscode.Range | undefined> {
  const place = asked ?? rulePlaceAt(documents.current(document), document.offsetAt(selection.active));
  if (!place) {
    return undefined;
  }
  const policy = await documents.open(document);
  const rule = ruleToShow(policy, place);
  const value = rule && memberOf(rule.node(), 'name')?.value;
  const name = value && ruleNameAt(policy, rule.range.start + value.range.start);
  return name && toRange(document, name.range);
}
