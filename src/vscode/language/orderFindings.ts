import type * as vscode from 'vscode';
import { orderFindings, type OrderData } from '../../core/assist/order/orderFindings.ts';
import { orderFixes } from '../../core/assist/order/orderFixes.ts';
import { shownDiagnostics, type Severities } from '../../core/assist/findings/shownDiagnostics.ts';
import type { FixData } from '../../core/assist/findings/finding.ts';
import type { Diagnostic } from '../../core/document/diagnostic.ts';
import type { FeatureServices } from '../featureServices.ts';

/**
 * The editor underlines the first five hundred findings of a file from all sources. This limit leaves room for mistakes in
 * the rules themselves, so that a mistake is seen as it is typed.
 */
const MAX_SHOWN = 400;

/** Finds rules that never apply because of their place. Undefined until the order of the present text is analyzed. */
export function findOrderProblems(
  { documents, models }: FeatureServices,
  document: vscode.TextDocument,
  severities: Severities,
): readonly Diagnostic[] | undefined {
  const policy = documents.current(document);
  const lists = models.orders.current(document);
  return policy && lists && shownDiagnostics(orderFindings(policy, lists), severities, MAX_SHOWN);
}

/** Undefined when the finding does not concern order, or concerns an older text. Works in slices. */
export async function findOrderFixes(
  { models }: FeatureServices,
  document: vscode.TextDocument,
  { data }: Diagnostic,
  signal: AbortSignal,
): Promise<readonly FixData[] | undefined> {
  const place = data as Partial<OrderData> | undefined;
  const list = models.orders.current(document)?.find(({ array }) => array === place?.array);
  return list && place?.order && orderFixes(list, place.order, signal);
}
