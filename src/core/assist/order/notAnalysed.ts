import type { Diagnostic, Severity } from '../../document/diagnostic.ts';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import { placeOf } from '../../order/orderFindings.ts';
import { namesOf } from '../../order/orderWords.ts';
import { defaultSeverity } from '../findings/catalogue.ts';
import { placeInDocument } from '../findings/place.ts';
import type { OrderOfList } from './documentOrder.ts';

export const notAnalysedCode = 'order-not-analysed';

/** One finding at the policy for each list with rules of which not all is said that could be, as it would take too long. */
export function notAnalysedIn(
  doc: PolicyDocument,
  lists: readonly OrderOfList[],
  severityOf: (code: string) => Severity | 'off' = defaultSeverity,
): readonly Diagnostic[] {
  const severity = severityOf(notAnalysedCode);
  return severity === 'off'
    ? []
    : lists
        .filter(({ notAnalysed }) => notAnalysed.length > 0)
        .map((list) => ({
          code: notAnalysedCode,
          severity,
          message: `Not analysed: what order means for ${namesOf(list.notAnalysed.map((place) => placeOf(list, place)))}. The collections they name have too many patterns, or too much of them overlaps.`,
          range: placeInDocument(doc, [], 'key'),
        }));
}
