import * as vscode from 'vscode';
import { findEffectivePosition, type EffectivePosition } from '../../core/assist/order/effectivePosition.ts';
import type { OrderOfList } from '../../core/assist/order/documentOrder.ts';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import { namesOf, ruleFindingOf } from '../../core/order/ruleFindings.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { showMessage } from '../platform/dialogs.ts';
import { withProgress } from '../platform/progress.ts';
import type { ChosenRules } from '../targets/chooseRules.ts';
import { editRules } from './editRules.ts';
import { movingTo } from '../workspace/ruleActs.ts';
import type { FeatureServices } from '../featureServices.ts';

/** Moves a shadowed rule to the lowest position at which it applies: just above the rules that shadow it. */
export async function moveToEffect(
  services: FeatureServices,
  chosen: ChosenRules,
): Promise<readonly RulePlace[]> {
  const [rule, ...more] = chosen.rules;
  if (!rule || more.length > 0) {
    throw new ExpectedError(
      'several-rules',
      vscode.l10n.t('Choose one rule. Each rule has its own position.'),
    );
  }
  const { to, idle, name, version } = await withProgress(
    { title: vscode.l10n.t('Finding the position where the rule applies'), location: 'window' },
    async (signal) => placeOfEffect(services, chosen, rule.index, signal),
  );
  const places = await editRules(services.ruleEditor, { ...chosen, version }, movingTo(to));
  if (idle.length > 0) {
    showMessage(
      'warning',
      idle.length === 1
        ? vscode.l10n.t('"{0}" now applies. {1} no longer applies.', name, namesOf(idle))
        : vscode.l10n.t('"{0}" now applies. {1} no longer apply.', name, namesOf(idle)),
      {
        label: vscode.l10n.t('Changed Decisions'),
        run: () => vscode.commands.executeCommand('ordinance.rule.showMove'),
      },
    );
  }
  return places;
}

/** The position belongs to the version of the file in the result. */
async function placeOfEffect(
  { models: { orders } }: FeatureServices,
  { uri, array }: ChosenRules,
  index: number,
  signal: AbortSignal,
): Promise<EffectivePosition & { readonly name: string; readonly version: number }> {
  const document = await vscode.workspace.openTextDocument(uri);
  for (;;) {
    const lists = await orders.whenCurrent(document, signal);
    const list = lists.find((candidate) => candidate.array === array);
    const way = list && (await positionIn(list, index, signal));
    if (orders.current(document) === lists) {
      if (!way) {
        throw new ExpectedError(
          'no-order',
          vscode.l10n.t('Could not analyze the order of these rules because the file has errors.'),
          { advice: vscode.l10n.t('Resolve the errors shown in the file first.') },
        );
      }
      return { ...way, name: list.rules[index]?.name ?? '', version: document.version };
    }
  }
}

async function positionIn(
  list: OrderOfList,
  index: number,
  signal: AbortSignal,
): Promise<EffectivePosition | undefined> {
  const rule = list.rules[index];
  if (!rule) {
    return undefined;
  }
  const finding = list.findings.find(
    ({ rule: at, kind }) => at === index && (kind === 'shadowed-rule' || kind === 'redundant-rule'),
  );
  if (!finding) {
    throw new ExpectedError('takes-effect', whyNotShadowed(list, index));
  }
  if (finding.kind === 'redundant-rule') {
    const { by } = ruleFindingOf(list, finding);
    throw new ExpectedError(
      'redundant-rule',
      by.length === 1
        ? vscode.l10n.t('"{0}" is redundant: {1} above does the same.', rule.name, namesOf(by))
        : vscode.l10n.t('"{0}" is redundant: {1} above do the same.', rule.name, namesOf(by)),
      { advice: vscode.l10n.t('You can delete it. Every decision stays the same.') },
    );
  }
  const way = await findEffectivePosition(list, ruleFindingOf(list, finding), signal);
  if (!way) {
    throw new ExpectedError(
      'no-place-helps',
      vscode.l10n.t(
        'No position makes "{0}" apply, not even above {1}.',
        rule.name,
        namesOf(ruleFindingOf(list, finding).by),
      ),
      { advice: vscode.l10n.t('Change its contents, or delete it.') },
    );
  }
  return way;
}

function whyNotShadowed(list: OrderOfList, index: number): string {
  const rule = list.rules[index];
  const name = rule?.name ?? '';
  if (rule?.enabled === false) {
    return vscode.l10n.t('"{0}" is disabled, so it never applies.', name);
  }
  return list.notAnalyzed.includes(index)
    ? vscode.l10n.t('Unknown whether "{0}" ever applies: the analysis took too long.', name)
    : vscode.l10n.t('Ordinance found no rule that shadows "{0}".', name);
}
