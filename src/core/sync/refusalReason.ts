import type { PlanStep } from '../policy/planStep.ts';
import { firstLines } from '../util/firstLines.ts';
import { l10n } from '../util/l10n.ts';
import type { RefusedOutcome } from './planSeveral.ts';
import { stepWords } from './stepWords.ts';

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
