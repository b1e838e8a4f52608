import type * as vscode from 'vscode';
import {
  notAnalyzedIn,
  orderDiagnostics,
  type DiagnosedOrder,
  type OrderData,
} from '../../core/assist/order/orderDiagnostics.ts';
import { orderFixes } from '../../core/assist/order/orderFixes.ts';
import { severityIn, type Severities } from '../../core/assist/findings/severities.ts';
import type { FixData } from '../../core/assist/findings/finding.ts';
import type { Diagnostic, Severity } from '../../core/document/diagnostic.ts';
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
  if (!policy || !lists) {
    return undefined;
  }
  const severityOf = (code: string): Severity | 'off' => severityIn(severities, code);
  const order = orderDiagnostics(policy, lists, { severityOf, limit: MAX_SHOWN });
  return [
    ...notAnalyzedIn(policy, lists, severityOf),
    ...order.diagnostics,
    ...restOf(order, severityOf('more-problems')),
  ];
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

/** One line that counts the findings beyond the limit. */
function restOf({ diagnostics, more }: DiagnosedOrder, severity: Severity | 'off'): readonly Diagnostic[] {
  const last = diagnostics.at(-1);
  return more === 0 || !last || severity === 'off'
    ? []
    : [
        {
          code: 'more-problems',
          severity,
          message: `and ${more} more about the order of rules`,
          range: last.range,
        },
      ];
}
