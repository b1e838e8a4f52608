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
 * The editor underlines five hundred findings of a file, of whoever told it of some first: the rest is for what is wrong in the
 * rules themselves, or a mistake that is being typed would not be seen.
 */
const MAX_SHOWN = 400;

/** Rules that their place keeps from applying. Undefined while the order of the text is not known. */
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
  const found = orderDiagnostics(policy, lists, { severityOf, limit: MAX_SHOWN });
  return [
    ...notAnalyzedIn(policy, lists, severityOf),
    ...found.diagnostics,
    ...restOf(found, severityOf('more-problems')),
  ];
}

/** Undefined when the finding is not about order, or not about the document as it is. Gives way while it looks. */
export async function findOrderFixes(
  { models }: FeatureServices,
  document: vscode.TextDocument,
  { data }: Diagnostic,
  signal: AbortSignal,
): Promise<readonly FixData[] | undefined> {
  const about = data as Partial<OrderData> | undefined;
  const list = models.orders.current(document)?.find(({ array }) => array === about?.array);
  return list && about?.order && orderFixes(list, about.order, signal);
}

/** One line that counts what is not shown. */
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
