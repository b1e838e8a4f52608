import type { PlanStep } from '../policy/ruleDiff.ts';
import { firstLines } from '../util/firstLines.ts';
import { l10n } from '../util/l10n.ts';
import type { RefusedOutcome } from './outcomes.ts';
import { writeJson } from '../json/writeJson.ts';

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

/**
 * The reason why a policy has no plan, and its details, for a text that names the policy. It uses the past
 * tense, because the cause may be gone when a person reads it.
 */
export function refusalReason(
  outcome: RefusedOutcome,
  wordsOf: (step: PlanStep) => string = stepWords,
): { readonly reason: string; readonly details: readonly string[] } {
  switch (outcome.kind) {
    case 'drift':
      return {
        reason: l10n.t('the live policy differed from the base of the file'),
        details: (outcome.changes ?? []).map(wordsOf),
      };
    case 'no-base':
      return {
        reason:
          outcome.takenFrom === undefined
            ? l10n.t('the base of the file was unknown')
            : l10n.t('the base of the file came from {0}', outcome.takenFrom),
        details: [],
      };
    case 'invalid':
      return { reason: l10n.t('the file had problems'), details: outcome.problems };
    case 'unknown-collections':
      return {
        reason: l10n.t(
          'the console lacked these collections and would have silently dropped the rules that use them',
        ),
        details: outcome.missing.map(({ rule, collection }) =>
          l10n.t('"{0}" in rule "{1}"', collection, rule),
        ),
      };
  }
}

/** The reason and its first details in one line. */
export function refusalLine(outcome: RefusedOutcome, wordsOf?: (step: PlanStep) => string): string {
  const { reason, details } = refusalReason(outcome, wordsOf);
  const shown = firstLines(details, 5, String, (more) => l10n.t('and {0} more', more));
  return shown.length === 0 ? reason : l10n.t('{0}: {1}', reason, shown.join('; '));
}
