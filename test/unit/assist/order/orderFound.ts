import { orderFindings, type OrderData } from '../../../../src/core/assist/order/orderFindings.ts';
import { shownDiagnostics } from '../../../../src/core/assist/findings/shownDiagnostics.ts';
import { DocumentOrder } from '../../../../src/core/assist/order/documentOrder.ts';
import type { Diagnostic } from '../../../../src/core/document/diagnostic.ts';
import type { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import type { KnownCollections } from '../../../../src/core/policy/collections.ts';
import type { PolicyKind } from '../../../../src/core/policy/families.ts';
import { runToEnd } from '../../../../src/core/util/inSlices.ts';
import { beginWell } from '../findings/beginsWell.ts';

/** All findings about the order of rules, also about what was not analyzed. */
export function allOrderDiagnostics(
  doc: PolicyDocument,
  kind: PolicyKind,
  collections: KnownCollections,
): readonly Diagnostic[] {
  const order = new DocumentOrder(kind, collections);
  const lists = runToEnd(order.update(doc));
  return shownDiagnostics(orderFindings(doc, lists), {}, Infinity);
}

export type OrderDiagnostic = Diagnostic & { readonly data: OrderData };

/** The findings about rules because of their place. */
export function freshDiagnostics(
  doc: PolicyDocument,
  kind: PolicyKind,
  collections: KnownCollections,
): readonly OrderDiagnostic[] {
  const found = allOrderDiagnostics(doc, kind, collections);
  beginWell(found);
  return found.filter(
    (one): one is OrderDiagnostic => typeof one.data === 'object' && one.data !== null && 'order' in one.data,
  );
}
