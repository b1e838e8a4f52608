import * as vscode from 'vscode';
import type { PlanCounts, PlanStep } from '../../core/policy/planStep.ts';
import { countWords } from './countWords.ts';

export function describeCounts(counts: PlanCounts): string {
  return countWords(counts, vscode.l10n);
}

/** One sentence part per step, the first `limit` of them. */
export function describeSteps(steps: readonly PlanStep[], limit = 5): string {
  const shown = steps.slice(0, limit).map(describeStep);
  return steps.length > limit
    ? vscode.l10n.t('{0} and {1} more', shown.join('; '), steps.length - limit)
    : shown.join('; ');
}

function describeStep(step: PlanStep): string {
  if (step.kind === 'document') {
    return vscode.l10n.t('members of the document changed');
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
