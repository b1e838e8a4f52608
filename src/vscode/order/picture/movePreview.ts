import type { PolicyConsequences } from '../../../core/order/policyConsequences.ts';
import type { L10n } from '../../platform/l10n.ts';
import { handOverWords, moveWords } from '../../workspace/moveWords.ts';

/** How many changes are said one by one. */
const mostSaid = 6;

/** What a move would change, what becomes milder first. */
export function previewSentences(told: PolicyConsequences, l10n: L10n): readonly string[] {
  const { consequences } = told;
  const { length } = consequences;
  return [
    `${moveWords(told, l10n)}.`,
    ...consequences.slice(0, mostSaid).map((one) => {
      const { label, description, detail } = handOverWords(one, l10n);
      return `${label}: ${description} (${detail})`;
    }),
    ...(length > mostSaid ? [l10n.t('And {0} more.', length - mostSaid)] : []),
  ];
}
