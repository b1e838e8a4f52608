import * as vscode from 'vscode';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { note } from '../platform/dialogs.ts';
import { askText } from '../platform/inputBoxes.ts';
import type { ChosenRules } from '../workspace/target.ts';
import { renaming } from '../../core/document/ruleActs.ts';
import type { FeatureServices } from '../featureServices.ts';
import { findTestRenames } from '../workspace/policyTestFiles.ts';

/**
 * Asks for a name that no other rule of the list has, and renames the rule, also in the tests of its policy. A push
 * sends the previous name too.
 */
export async function renameRule(
  services: FeatureServices,
  chosen: ChosenRules,
): Promise<readonly RulePlace[]> {
  const { documents, ruleEditor, rules } = services;
  const [rule, ...more] = chosen.rules;
  if (!rule || more.length > 0) {
    throw new ExpectedError('several-rules', vscode.l10n.t('Choose one rule. Each rule has its own name.'));
  }
  const { index, name } = rule;
  const all = await rules.inArray(chosen.uri, chosen.array);
  const others = new Set(all.filter((other) => other.index !== index).map((other) => other.name));
  const typed = await askText({
    title: vscode.l10n.t('Rename Rule {0}', index + 1),
    prompt: vscode.l10n.t('Name of the rule'),
    value: name ?? '',
    validate: (text) =>
      text === ''
        ? vscode.l10n.t('A rule needs a name.')
        : others.has(text)
          ? vscode.l10n.t('Another rule of this list is named {0}.', text)
          : undefined,
  });
  // The box leaves out blanks around a name, which the console may have.
  const newName = typed === name?.trim() ? name : typed;
  const policy = await documents.open(await vscode.workspace.openTextDocument(chosen.uri));
  const tests = await findTestRenames(services, chosen.uri, policy, name, newName);
  const places = await ruleEditor.act(chosen, renaming(newName), (edit) => tests.addTo(edit));
  if (tests.count > 0) {
    note(
      tests.count === 1
        ? vscode.l10n.t('1 test now uses the name "{0}". The test file is not saved yet.', newName)
        : vscode.l10n.t(
            '{0} tests now use the name "{1}". The test files are not saved yet.',
            tests.count,
            newName,
          ),
    );
  }
  await (places[0] && chosen.show?.(places[0], 'select'));
  return places;
}
