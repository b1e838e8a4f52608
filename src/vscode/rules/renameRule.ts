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
  const [index, ...more] = chosen.indices;
  if (index === undefined || more.length > 0) {
    throw new ExpectedError('several-rules', vscode.l10n.t('Choose one rule. Each rule has its own name.'));
  }
  const list = await rules.list(chosen.uri);
  const all = list?.arrays.find(({ key }) => key === chosen.array)?.rules ?? [];
  const name = all[index]?.name;
  const others = new Set(all.filter((rule) => rule.index !== index).map((rule) => rule.name));
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
  const places = await ruleEditor.act({ names: [name], ...chosen }, renaming(typed));
  await chosen.reveal?.(places);
  if (name !== undefined && name !== typed) {
    await offerInTests(services, chosen.uri, name, typed);
  }
  return places;
}
