import * as vscode from 'vscode';
import type { MoveTarget } from '../../core/policy/reorder.ts';
import { askText, pickWithPreview } from '../platform/inputBoxes.ts';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import type { ChosenRules } from '../workspace/target.ts';
import { isShadowed } from '../workspace/orderMarkWords.ts';
import type { FeatureServices } from '../featureServices.ts';
import { changedMeanwhile } from '../../core/document/ruleRef.ts';
import { movingTo } from '../../core/document/ruleActs.ts';
import { moveWords } from '../workspace/changedDecisionWords.ts';
import { findEffectivePosition, type EffectivePosition } from '../../core/assist/order/orderFixes.ts';
import type { OrderOfList } from '../../core/assist/order/documentOrder.ts';
import { namesOf, ruleFindingOf } from '../../core/order/ruleFindings.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { showMessage } from '../platform/dialogs.ts';
import { withProgress } from '../platform/progress.ts';

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
    : services.ruleEditor.act(chosen, movingTo(way));
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
  return services.ruleEditor.act(chosen, movingTo(Number(typed) - 1));
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
  const places = await services.ruleEditor.act({ ...chosen, version }, movingTo(to));
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
