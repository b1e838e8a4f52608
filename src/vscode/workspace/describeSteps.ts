import * as vscode from 'vscode';
import type { Blame } from '../../core/policy/blame.ts';
import type { PlanStep } from '../../core/policy/planStep.ts';
import { blameWords } from './ruleMarkWords.ts';

/** Who wrote a rule of live last, as far as the console tells. */
export type BlameOf = (array: string, rule: string) => Blame | undefined;

/** One sentence part per step, the first `limit` of them; of steps that were made live also by whom, where that is known. */
export function describeSteps(steps: readonly PlanStep[], limit = 5, blameOf?: BlameOf): string {
  const shown = steps.slice(0, limit).map((step) => {
    const by =
      step.kind === 'add' || step.kind === 'change' || step.kind === 'rename'
        ? blameOf?.(step.array, step.rule)
        : undefined;
    return by ? `${describeStep(step)} ${blameWords(by)}` : describeStep(step);
  });
  return steps.length > limit
    ? vscode.l10n.t('{0} and {1} more', shown.join('; '), steps.length - limit)
    : shown.join('; ');
}

function describeStep(step: PlanStep): string {
  if (step.kind === 'document') {
    return vscode.l10n.t('policy-level fields changed');
  }
  if (step.kind === 'move' && step.changedPlacesWith) {
    return vscode.l10n.t('"{0}" and "{1}" changed places', step.rule, step.changedPlacesWith.rule);
  }
  if (step.kind === 'move' && step.from === step.to) {
    return vscode.l10n.t('"{0}" moved behind other rules, still rule {1}', step.rule, step.to + 1);
  }
  if (step.kind === 'move') {
    return vscode.l10n.t('"{0}" moved from {1} to {2}', step.rule, step.from + 1, step.to + 1);
  }
  if (step.kind === 'rename') {
    return vscode.l10n.t('"{0}" renamed to "{1}"', step.previousName, step.rule);
  }
  const words = {
    add: vscode.l10n.t('"{0}" added', step.rule),
    remove: vscode.l10n.t('"{0}" removed', step.rule),
    change: vscode.l10n.t('"{0}" changed', step.rule),
  };
  return words[step.kind];
}
