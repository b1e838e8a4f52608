import * as vscode from 'vscode';
import { note } from '../platform/dialogs.ts';
import type { ChosenRules } from '../targets/chooseRules.ts';
import type { PolicyRules } from '../workspace/policyRules.ts';

/** Copies the names of the chosen rules, one per line. */
export async function copyRuleName(
  rules: PolicyRules,
  { uri, array, indices }: ChosenRules,
): Promise<string> {
  const list = await rules.list(uri);
  const all = list?.arrays.find(({ key }) => key === array)?.rules ?? [];
  const names = indices.map((index) => all[index]?.name ?? '').join('\n');
  await vscode.env.clipboard.writeText(names);
  note(vscode.l10n.t('Copied {0}', names));
  return names;
}
