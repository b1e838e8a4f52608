import * as vscode from 'vscode';
import { PolicyChecker } from '../../core/assist/findings/checkPolicy.ts';
import type { Severities } from '../../core/assist/findings/shownDiagnostics.ts';
import type { Diagnostic } from '../../core/document/diagnostic.ts';
import { asError } from '../../core/util/errors.ts';
import type { FeatureServices } from '../featureServices.ts';
import type { CodePages } from './codePages.ts';
import { FileDiagnostics } from './fileDiagnostics.ts';
import { isSelected, policySelector } from './selector.ts';

/** The editor shows a thousand findings of a file, and would replace the last one by the number of the others. */
const MAX_SHOWN = 999;

/** The editor underlines only the first five hundred findings of a file. */
const MAX_UNDERLINED = 500;

/** Underlines the problems of open policies, as they are typed. */
export function showPolicyProblems(
  { disposables, documents, settings, lookups, log }: FeatureServices,
  pages: CodePages,
): void {
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
  const open = (document: vscode.TextDocument): void => {
    if (isSelected(policySelector, document)) {
      // The first reading ends with an event. `PolicyDocuments` logs a failure.
      documents.open(document).catch(() => undefined);
    }
  };
  disposables.addAll(
    problems,
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
