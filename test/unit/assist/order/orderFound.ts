import type { OrderDiagnostic } from '../../../../src/core/assist/order/orderDiagnostics.ts';
import { orderSteps } from '../../../../src/core/assist/order/orderDiagnostics.ts';
import type { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import type { KnownCollections } from '../../../../src/core/policy/collections.ts';
import type { PolicyKind } from '../../../../src/core/policy/families.ts';
import { finished } from '../../../../src/core/util/finished.ts';
import { beginWell } from '../findings/beginsWell.ts';

/** What is certain about the rules of a document because of their place. */
export function orderDiagnostics(
  doc: PolicyDocument,
  kind: PolicyKind,
  collections: KnownCollections,
): readonly OrderDiagnostic[] {
  const found = finished(orderSteps(doc, kind, collections));
  beginWell(found);
  return found.filter(
    (one): one is OrderDiagnostic => typeof one.data === 'object' && one.data !== null && 'order' in one.data,
  );
}
