import * as vscode from 'vscode';
import type { PlanCounts, PlanStep } from '../model/planStep.ts';

/** "2 added, 1 moved"; "document members only" when no rule is touched. */
export function describeCounts(counts: PlanCounts): string {
  const parts = [
    counts.added > 0 ? vscode.l10n.t('{0} added', counts.added) : '',
    counts.removed > 0 ? vscode.l10n.t('{0} removed', counts.removed) : '',
    counts.changed > 0 ? vscode.l10n.t('{0} changed', counts.changed) : '',
    counts.moved > 0 ? vscode.l10n.t('{0} moved', counts.moved) : '',
    counts.renamed > 0 ? vscode.l10n.t('{0} renamed', counts.renamed) : '',
  ].filter((part) => part !== '');
  return parts.length > 0 ? parts.join(', ') : vscode.l10n.t('members of the document only');
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
