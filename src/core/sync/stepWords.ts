import type { PlanStep } from '../policy/planStep.ts';
import { writeJson } from '../json/writeJson.ts';
import { firstLines } from '../util/firstLines.ts';
import { l10n } from '../util/l10n.ts';

/** `"a" changed; "b" removed`, with the first five steps. */
export function stepsWords(steps: readonly PlanStep[]): string {
  return firstLines(steps, 5, stepWords, (more) => l10n.t('and {0} more', more)).join('; ');
}

/** `"a" moved from 3 to 1`. */
export function stepWords(step: PlanStep): string {
  if (step.kind === 'document') {
    return l10n.t('policy-level fields changed');
  }
  const rule = writeJson(step.rule);
  switch (step.kind) {
    case 'add':
      return l10n.t('{0} added', rule);
    case 'remove':
      return l10n.t('{0} removed', rule);
    case 'change':
      return l10n.t('{0} changed', rule);
    case 'rename':
      return l10n.t('{0} renamed to {1}', writeJson(step.previousName), rule);
    case 'move':
      if (step.changedPlacesWith) {
        return l10n.t('{0} and {1} changed places', rule, writeJson(step.changedPlacesWith.rule));
      }
      return step.from === step.to
        ? l10n.t('{0} is still rule {1}, but below other rules', rule, step.to + 1)
        : l10n.t('{0} moved from {1} to {2}', rule, step.from + 1, step.to + 1);
  }
}
