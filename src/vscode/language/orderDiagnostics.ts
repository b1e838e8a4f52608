import * as vscode from 'vscode';
import {
  notAnalyzedIn,
  orderDiagnostics,
  type DiagnosedOrder,
  type OrderData,
} from '../../core/assist/order/orderDiagnostics.ts';
import { orderFixes } from '../../core/assist/order/orderFixes.ts';
import { severityIn } from '../../core/assist/findings/severities.ts';
import type { FixData } from '../../core/assist/findings/finding.ts';
import type { Diagnostic, Severity } from '../../core/document/diagnostic.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import type { LanguageDiagnosticsServices } from './languageServices.ts';
import { isSelected, policySelector } from './selector.ts';

/**
 * The editor underlines five hundred findings of a file, of whoever told it of some first: the rest is for what is wrong in the
 * rules themselves, or a mistake that is being typed would not be seen.
 */
const MAX_SHOWN = 400;

/**
 * Underlines rules that their place keeps from deciding. It comes after what is found in the rules themselves, and is no part of
 * what follows each key: the editor keeps the marks at their words until order was worked out anew.
 */
export class OrderDiagnostics extends DisposableOwner {
  readonly #deps: LanguageDiagnosticsServices;
  readonly #collection = this.disposables.add(vscode.languages.createDiagnosticCollection('ordinance-order'));

  constructor(deps: LanguageDiagnosticsServices) {
    super();
    this.#deps = deps;
    this.disposables.addAll(
      deps.models.onDidChange(({ uri }) => uri && this.#showIn(uri)),
      deps.settings.onDidChange((id) => {
        if (id === 'ordinance.diagnostics.severity') {
          this.#showIn();
        }
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#collection.delete(uri);
      }),
    );
    this.#showIn();
  }

  /** Undefined when the finding is not about order, or not about the document as it is. Gives way while it looks. */
  async fixes(
    document: vscode.TextDocument,
    { data }: Diagnostic,
    signal: AbortSignal,
  ): Promise<readonly FixData[] | undefined> {
    const about = data as Partial<OrderData> | undefined;
    const list = this.#deps.models.orders.current(document)?.find(({ array }) => array === about?.array);
    return list && about?.order && orderFixes(list, about.order, signal);
  }

  /** Shows the findings again, of one document or of all. */
  #showIn(uri?: vscode.Uri): void {
    for (const document of vscode.workspace.textDocuments) {
      if (
        isSelected(policySelector, document) &&
        (uri === undefined || uri.toString() === document.uri.toString())
      ) {
        this.#show(document);
      }
    }
  }

  #show(document: vscode.TextDocument): void {
    const { documents, models, pages, settings } = this.#deps;
    const policy = documents.current(document);
    const lists = models.orders.current(document);
    if (!policy || !lists) {
      return;
    }
    const severities = settings.severities(document.uri);
    const severityOf = (code: string): Severity | 'off' => severityIn(severities, code);
    const found = orderDiagnostics(policy, lists, { severityOf, limit: MAX_SHOWN });
    const all = [
      ...notAnalyzedIn(policy, lists, severityOf),
      ...found.diagnostics,
      ...restOf(found, severityOf('more-problems')),
    ];
    this.#collection.set(document.uri, pages.diagnostics(document, all));
  }
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
