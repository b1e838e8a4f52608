import type { Diagnostic, Severity } from '../../document/diagnostic.ts';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import { placeOf } from '../../order/orderFindings.ts';
import { namesOf } from '../../order/orderWords.ts';
import { defaultSeverity } from '../findings/catalog.ts';
import { placeInDocument } from '../findings/place.ts';
import type { OrderOfList } from './documentOrder.ts';

export const notAnalyzedCode = 'order-not-analyzed';

/** One finding at the policy for each list with rules of which not all is said that could be, as it would take too long. */
export function notAnalyzedIn(
  doc: PolicyDocument,
  lists: readonly OrderOfList[],
  severityOf: (code: string) => Severity | 'off' = defaultSeverity,
): readonly Diagnostic[] {
  const severity = severityOf(notAnalyzedCode);
  return severity === 'off'
    ? []
    : lists
        .filter(({ notAnalyzed }) => notAnalyzed.length > 0)
        .map((list) => ({
          code: notAnalyzedCode,
          severity,
          message: `Rule order not analyzed for ${namesOf(list.notAnalyzed.map((place) => placeOf(list, place)))}: the collections have too many patterns or overlap too much.`,
          range: placeInDocument(doc, [], 'key'),
        }));
}
