import * as vscode from 'vscode';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { note, showMessage } from '../platform/dialogs.ts';
import { askText } from '../platform/inputBoxes.ts';
import type { ChosenRules } from '../workspace/target.ts';
import { renaming } from '../../core/document/ruleActs.ts';
import type { FeatureServices } from '../featureServices.ts';
import { findTestRenames } from '../workspace/policyTestFiles.ts';

/** Asks for a name that no other rule of the list has. A push sends the previous name too. */
export async function renameRule(
  services: FeatureServices,
  chosen: ChosenRules,
): Promise<readonly RulePlace[]> {
  const { ruleEditor, rules } = services;
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
  const isSame = typed === name?.trim();
  const places = await ruleEditor.act(chosen, renaming(isSame ? (name ?? '') : typed));
  await (places[0] && chosen.show?.(places[0], 'select'));
  if (name !== undefined && !isSame) {
    await offerInTests(services, chosen.uri, name, typed);
  }
  return places;
}

/** Offers to rename the rule in the tests that still use the old name. */
async function offerInTests(
  services: FeatureServices,
  policy: vscode.Uri,
  before: string,
  after: string,
): Promise<void> {
  const { count } = await findTestRenames(services, policy, before, after);
  // If another rule still has the old name, it is unknown which rule a test means.
  if (count === 0 || (await isNamed(services, policy, before))) {
    return;
  }
  showMessage(
    'info',
    count === 1
      ? vscode.l10n.t('1 test still uses the old name "{0}" of "{1}".', before, after)
      : vscode.l10n.t('{0} tests still use the old name "{1}" of "{2}".', count, before, after),
    {
      label: vscode.l10n.t('Rename in Tests Too'),
      run: () => renameThere(services, policy, before, after),
    },
  );
}

/** Checks everything again, because the message may be old. */
async function renameThere(
  services: FeatureServices,
  policy: vscode.Uri,
  before: string,
  after: string,
): Promise<void> {
  const naming = await findTestRenames(services, policy, before, after);
  const isSo = (await isNamed(services, policy, after)) && !(await isNamed(services, policy, before));
  if (naming.count === 0 || !isSo) {
    throw new ExpectedError(
      'other-name',
      vscode.l10n.t('The rule, or its name in tests, changed. Nothing was renamed.'),
      { advice: vscode.l10n.t('Rename the rule again, or edit the tests.') },
    );
  }
  const edit = new vscode.WorkspaceEdit();
  naming.addTo(edit);
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new ExpectedError('edit-refused', vscode.l10n.t('Could not edit the tests.'));
  }
  note(
    naming.count === 1
      ? vscode.l10n.t('1 test now uses the name "{0}". The test file is not saved yet.', after)
      : vscode.l10n.t(
          '{0} tests now use the name "{1}". The test files are not saved yet.',
          naming.count,
          after,
        ),
  );
}

async function isNamed({ rules }: FeatureServices, policy: vscode.Uri, name: string): Promise<boolean> {
  const list = await rules.list(policy, { look: false });
  return list?.arrays.some((array) => array.rules.some((rule) => rule.name === name)) ?? false;
}
