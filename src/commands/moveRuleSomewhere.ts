import * as vscode from 'vscode';
import type { MoveTarget } from '../model/reorder.ts';
import { pick } from '../platform/dialogs.ts';
import type { RulePlace } from '../workspace/ruleEditor.ts';
import { chooseRules, moveChosen } from './moveRule.ts';
import { moveRuleToPosition } from './moveRuleToPosition.ts';
import type { Tools } from './tools.ts';

/** Asks which way the rule shall move. */
export async function moveRuleSomewhere(
  tools: Pick<Tools, 'consoles' | 'files' | 'view' | 'ruleEditor' | 'rules'>,
  row?: unknown,
  rows?: unknown,
): Promise<readonly RulePlace[]> {
  const chosen = await chooseRules(tools, row, rows);
  const ways: (vscode.QuickPickItem & { readonly way: MoveTarget | 'position' })[] = [
    { label: vscode.l10n.t('Up'), iconPath: new vscode.ThemeIcon('arrow-up'), way: 'up' },
    { label: vscode.l10n.t('Down'), iconPath: new vscode.ThemeIcon('arrow-down'), way: 'down' },
    { label: vscode.l10n.t('To the Top'), iconPath: new vscode.ThemeIcon('arrow-circle-up'), way: 'top' },
    {
      label: vscode.l10n.t('To the Bottom'),
      iconPath: new vscode.ThemeIcon('arrow-circle-down'),
      way: 'bottom',
    },
    {
      label: vscode.l10n.t('To a Position…'),
      iconPath: new vscode.ThemeIcon('list-ordered'),
      way: 'position',
    },
  ];
  const number = (chosen.indices[0] ?? 0) + 1;
  const { way } = await pick(ways, { placeHolder: vscode.l10n.t('Where shall rule {0} go?', number) });
  return way === 'position' ? moveRuleToPosition(tools, row, rows) : moveChosen(tools, chosen, way);
}
