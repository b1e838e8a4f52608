import * as vscode from 'vscode';
import { PolicyChecker } from '../../core/assist/findings/policyChecker.ts';
import { type Severities, shownDiagnostics } from '../../core/assist/findings/shownDiagnostics.ts';
import type { Diagnostic } from '../../core/document/diagnostic.ts';
import { asError } from '../../core/util/errors.ts';
import type { FeatureServices } from '../featureServices.ts';
import { type CodePages, FileDiagnostics, isSelected, policySelector } from './fileDiagnostics.ts';
import { openDocument } from '../workspace/textFiles.ts';
import { orderFindings, type OrderData } from '../../core/assist/order/orderFindings.ts';
import { orderFixes } from '../../core/assist/order/orderFixes.ts';
import type { FixData } from '../../core/assist/findings/finding.ts';

/** The editor shows a thousand findings of a file, and would replace the last one by the number of the others. */
const MAX_SHOWN = 999;

/** The editor underlines only the first five hundred findings of a file. */
const MAX_UNDERLINED = 500;

/** Underlines the problems of open policies, as they are typed, and those of their order after each analysis. */
export function showPolicyProblems(services: FeatureServices, pages: CodePages): void {
  const { disposables, documents, settings, lookups, models, log } = services;
  const checkers = new Map<string, PolicyChecker>();
  const preparing = new Set<vscode.TextDocument>();

  /** Settings and consoles differ by folder, so each folder has a checker. Other settings need another checker. */
  const checkerOf = (uri: vscode.Uri, severities: Severities): PolicyChecker => {
    const endingWithinDays = settings.number('ordinance.diagnostics.endingExceptionDays', uri);
    const key = JSON.stringify([vscode.Uri.joinPath(uri, '../..').toString(), severities, endingWithinDays]);
    const checker =
      checkers.get(key) ??
      new PolicyChecker({ severities, endingWithinDays, limit: MAX_SHOWN, known: () => lookups.of(uri) });
    checkers.set(key, checker);
    return checker;
  };

  /** Checks a few rules at once, such as the rule that is typed. Many new rules are checked step by step first. */
  const check = (
    document: vscode.TextDocument,
    severities: Severities,
  ): readonly Diagnostic[] | undefined => {
    const policy = documents.current(document);
    if (!policy || preparing.has(document)) {
      return undefined;
    }
    const checker = checkerOf(document.uri, severities);
    if (!checker.wantsPreparing(policy)) {
      const offset = offsetInSight(document);
      return nearFirst(checker.check(policy, offset), offset);
    }
    preparing.add(document);
    const end = (): void => void preparing.delete(document);
    checker.prepare(policy).then(
      () => {
        end();
        problems.check(document);
      },
      (error: unknown) => {
        end();
        log.error(asError(error));
      },
    );
    return undefined;
  };

  const problems = new FileDiagnostics(settings, pages, {
    collection: 'ordinance',
    selector: policySelector,
    check,
  });
  // The order is analyzed after the rules themselves and not while a person types. Until then, the editor moves the marks with their words.
  const order = new FileDiagnostics(settings, pages, {
    collection: 'ordinance-order',
    selector: policySelector,
    check: (document, severities) => findOrderProblems(services, document, severities),
    fixes: (document, finding, signal) => findOrderFixes(services, document, finding, signal),
  });
  const open = (document: vscode.TextDocument): void => {
    if (isSelected(policySelector, document)) {
      // The first reading ends with an event. `PolicyDocuments` logs a failure.
      documents.open(document).catch(() => undefined);
    }
  };
  disposables.addAll(
    problems,
    order,
    models.onDidChange(({ file }) => {
      const document = file && openDocument(file);
      if (document) {
        order.check(document);
      }
    }),
    documents.onDidChange((document) => problems.checkSoon(document)),
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor: { document } }) => {
      if (vscode.languages.getDiagnostics(document.uri).length > MAX_UNDERLINED) {
        problems.checkSoon(document);
      }
    }),
    // Findings stay visible until the rules are checked again with the new facts.
    lookups.onDidRead(() =>
      vscode.workspace.textDocuments.forEach((document) => problems.checkSoon(document)),
    ),
  );
  vscode.workspace.textDocuments.forEach(open);
}

/** The findings from an offset on come first, because the editor underlines only the first ones. */
function nearFirst(findings: readonly Diagnostic[], offset: number): readonly Diagnostic[] {
  const first = Math.max(
    0,
    findings.findIndex(({ range }) => range.end >= offset),
  );
  return [...findings.slice(first), ...findings.slice(0, first)];
}

/** The offset at which the visible part of a document begins. */
function offsetInSight(document: vscode.TextDocument): number {
  const editor = vscode.window.visibleTextEditors.find((shown) => shown.document === document);
  const [first] = editor?.visibleRanges ?? [];
  return first ? document.offsetAt(first.start) : 0;
}

/**
 * The editor underlines the first five hundred findings of a file from all sources. This limit leaves room for mistakes in
 * the rules themselves, so that a mistake is seen as it is typed.
 */
const MAX_ORDER_FINDINGS = 400;

/** Finds rules that never apply because of their place. Undefined until the order of the present text is analyzed. */
function findOrderProblems(
  { documents, models }: FeatureServices,
  document: vscode.TextDocument,
  severities: Severities,
): readonly Diagnostic[] | undefined {
  const policy = documents.current(document);
  const lists = models.orders.current(document);
  return policy && lists && shownDiagnostics(orderFindings(policy, lists), severities, MAX_ORDER_FINDINGS);
}

/** Undefined when the finding does not concern order, or concerns an older text. Works in slices. */
async function findOrderFixes(
  { models }: FeatureServices,
  document: vscode.TextDocument,
  { data }: Diagnostic,
  signal: AbortSignal,
): Promise<readonly FixData[] | undefined> {
  const place = data as Partial<OrderData> | undefined;
  const list = models.orders.current(document)?.find(({ array }) => array === place?.array);
  return list && place?.order && orderFixes(list, place.order, signal);
}
