import * as vscode from 'vscode';
import type { MoveTarget } from '../../core/policy/reorder.ts';
import { askText, pickWithPreview } from '../platform/inputBoxes.ts';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import type { ChosenRules } from '../targets/chooseRules.ts';
import { isShadowed } from '../workspace/orderMarkWords.ts';
import { editRules } from './editRules.ts';
import { moveToEffect } from './moveToEffect.ts';
import type { FeatureServices } from '../featureServices.ts';
import { changedMeanwhile } from '../workspace/textEdits.ts';
import { movingTo } from '../workspace/ruleActs.ts';
import { moveWords } from '../workspace/changedDecisionWords.ts';

/** Asks for the position of the rule, and shows the changed decisions of each answer. */
export async function moveRuleSomewhere(
  services: FeatureServices,
  chosen: ChosenRules,
): Promise<readonly RulePlace[]> {
  const all = await services.rules.inArray(chosen.uri, chosen.array);
  const below = all.length - chosen.rules.length;
  const [rule, ...more] = chosen.rules;
  const shadowed = more.length === 0 && rule && isShadowed(all[rule.index]?.order()?.findings);
  const isFirst = chosen.rules.every(({ index }) => index < chosen.rules.length);
  const isLast = chosen.rules.every(({ index }) => index >= below);
  const targets: (vscode.QuickPickItem & { readonly way: MoveTarget | 'position' | 'effect' })[] = [
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
      detail: vscode.l10n.t('Each position shows its changed decisions.'),
      way: 'position',
    },
    ...(shadowed
      ? [
          {
            label: vscode.l10n.t('To Where It Applies'),
            iconPath: new vscode.ThemeIcon('run-above'),
            detail: vscode.l10n.t(
              'It is shadowed: move it just above the rules that match everything it covers.',
            ),
            way: 'effect' as const,
          },
        ]
      : []),
  ];
  const ways = targets.filter(
    ({ way }) =>
      !(isFirst && (way === 'up' || way === 'top')) && !(isLast && (way === 'down' || way === 'bottom')),
  );
  const number = (rule?.index ?? 0) + 1;
  const { way } = await pickWithPreview({
    placeHolder: vscode.l10n.t('Move rule {0} to which position?', number),
    items: ways,
    waiting: vscode.l10n.t('finding changed decisions'),
    onInvalid: (end) => whenEdited(chosen.uri, end),
    preview: async ({ way: target }, signal) =>
      target === 'position' || target === 'effect'
        ? undefined
        : moveWords(await services.models.orders.decisionChangesOfMove(chosen, target, signal)),
  });
  if (way === 'effect') {
    return moveToEffect(services, chosen);
  }
  return way === 'position'
    ? moveRuleToPosition(services, chosen)
    : editRules(services.ruleEditor, chosen, movingTo(way));
}

/** Asks for the new position of the first chosen rule; 1 is the first position. */
async function moveRuleToPosition(
  services: FeatureServices,
  chosen: ChosenRules,
): Promise<readonly RulePlace[]> {
  const { length: count } = await services.rules.inArray(chosen.uri, chosen.array);
  const last = Math.max(1, count - chosen.rules.length + 1);
  const typed = await askText({
    title: vscode.l10n.t('Move Rule to Position'),
    prompt: vscode.l10n.t('A position from 1 to {0}', last),
    value: String((chosen.rules[0]?.index ?? 0) + 1),
    validate: (text) =>
      /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= last
        ? undefined
        : vscode.l10n.t('Type a position from 1 to {0}.', last),
    onInvalid: (end) => whenEdited(chosen.uri, end),
    preview: async (text, signal) =>
      moveWords(await services.models.orders.decisionChangesOfMove(chosen, Number(text) - 1, signal)),
  });
  return editRules(services.ruleEditor, chosen, movingTo(Number(typed) - 1));
}

/** Reports an edit of a file, because questions about its old text are then out of date. */
function whenEdited(uri: vscode.Uri, onEdit: (error: unknown) => void): vscode.Disposable {
  const key = uri.toString();
  return vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.length > 0 && document.uri.toString() === key) {
      onEdit(changedMeanwhile());
    }
  });
}
