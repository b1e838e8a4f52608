import * as vscode from 'vscode';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { askText } from '../platform/dialogs.ts';
import type { ChosenRules } from '../targets/chooseRules.ts';
import { renaming } from '../workspace/ruleActs.ts';
import { offerInTests, type RenamingInTests } from './renameInTests.ts';
import type { RuleServices } from './ruleServices.ts';

/** Asks for a name that no other rule of the list has. A push tells the console the one it had. */
export async function renameRule(
  services: RenamingInTests & Pick<RuleServices, 'ruleEditor' | 'rules'>,
  chosen: ChosenRules,
): Promise<readonly RulePlace[]> {
  const { ruleEditor, rules } = services;
  const [rule, ...more] = chosen.rules;
  if (!rule || more.length > 0) {
    throw new ExpectedError('several-rules', vscode.l10n.t('Choose one rule. Each rule has its own name.'));
  }
  const list = await rules.list(chosen.uri);
  const all = list?.arrays.find(({ key }) => key === chosen.array)?.rules ?? [];
  const { index, name } = rule;
  const others = new Set(all.filter((one) => one.index !== index).map((one) => one.name));
  const typed = await askText({
    title: vscode.l10n.t('Rename Rule {0}', index + 1),
    prompt: vscode.l10n.t('Name of the rule'),
    value: name ?? '',
    validate: (text) =>
      text.trim() === ''
        ? vscode.l10n.t('A rule needs a name.')
        : others.has(text)
          ? vscode.l10n.t('Another rule of this list is named {0}.', text)
          : undefined,
  });
  const places = await ruleEditor.act(chosen, renaming(typed));
  await chosen.reveal?.(places);
  if (name !== undefined && name !== typed) {
    await offerInTests(services, chosen.uri, name, typed);
  }
  return places;
}
