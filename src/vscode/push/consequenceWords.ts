import * as vscode from 'vscode';
import type { PolicyConsequences } from '../../core/order/policyConsequences.ts';
import { milderCount, unclearCount } from '../../core/sync/consequenceLines.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';

/** Whether the plan says that something is decided or done more mildly than before. */
export function isMilder({ consequences }: PushPlan): boolean {
  return (
    consequences !== undefined &&
    milderCount([...consequences.consequences, ...consequences.effectChanges]) > 0
  );
}

/** What becomes milder is counted where it is agreed to; nothing is said where nobody worked it out. */
export function handed(plans: readonly PushPlan[]): string[] {
  return plans.flatMap(({ consequences }) => (consequences ? [handedWords(consequences)] : []));
}

function handedWords(told: PolicyConsequences): string {
  const outside = told.outside
    ? [vscode.l10n.t('Not known: what the members outside the rules do that change')]
    : [];
  return [...handsWords(told), ...effectWords(told), ...outside].join('. ');
}

function handsWords(told: PolicyConsequences): readonly string[] {
  if (told.decisionsChange === undefined) {
    return [
      told.notAnalysed
        ? vscode.l10n.t('Not analysed: whether something gets another deciding rule')
        : vscode.l10n.t('Not known: whether something gets another deciding rule'),
    ];
  }
  const { length } = told.consequences;
  if (length === 0) {
    return [
      told.outside
        ? vscode.l10n.t('By the rules nothing changes hands')
        : told.effectChanges.length > 0
          ? vscode.l10n.t('Nothing changes hands')
          : vscode.l10n.t('No decision changes'),
    ];
  }
  const [milder, unclear] = [milderCount(told.consequences), unclearCount(told.consequences)];
  return [
    ...(milder > 0
      ? [
          length === 1
            ? vscode.l10n.t('MILDER: the one decision that changes hands; the plan names it')
            : vscode.l10n.t(
                'MILDER: {0} of {1} decisions that change hands; the plan names them',
                milder,
                length,
              ),
        ]
      : []),
    ...(unclear > 0
      ? [vscode.l10n.t('{0} of {1} decisions that change hands may become milder', unclear, length)]
      : []),
    ...(milder + unclear > 0
      ? []
      : [
          length === 1
            ? vscode.l10n.t('1 decision changes hands, and does not become milder')
            : vscode.l10n.t('{0} decisions change hands, and none becomes milder', length),
        ]),
    ...(told.isComplete
      ? []
      : [
          told.notAnalysed
            ? vscode.l10n.t('There may be more: not everything was analysed')
            : vscode.l10n.t('There may be more: not everything is known'),
        ]),
  ];
}

/** Rules that keep what they decide for and do something else to it. */
function effectWords({ effectChanges }: PolicyConsequences): readonly string[] {
  const { length } = effectChanges;
  const [milder, unclear] = [milderCount(effectChanges), unclearCount(effectChanges)];
  if (length === 0) {
    return [];
  }
  if (milder + unclear === 0) {
    return [
      length === 1
        ? vscode.l10n.t('1 rule does something stricter')
        : vscode.l10n.t('{0} rules do something stricter', length),
    ];
  }
  return [
    ...(milder > 0
      ? [
          length === 1
            ? vscode.l10n.t('MILDER: what one rule does; the plan names it')
            : vscode.l10n.t('MILDER: what {0} of {1} changed rules do; the plan names them', milder, length),
        ]
      : []),
    ...(unclear > 0
      ? [vscode.l10n.t('{0} of {1} rules that do something else may become milder', unclear, length)]
      : []),
  ];
}
