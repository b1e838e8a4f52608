import * as vscode from 'vscode';
import type { Diagnostic } from '../../core/document/diagnostic.ts';
import { diagnostic as diagnosticOf, relatedInformation } from '../platform/languageTexts.ts';
import { toRange } from './ranges.ts';

const tags: Readonly<Record<'unnecessary' | 'deprecated', vscode.DiagnosticTag>> = {
  unnecessary: vscode.DiagnosticTag.Unnecessary,
  deprecated: vscode.DiagnosticTag.Deprecated,
};

/** A finding as the editor shows it; its code leads to `page`. */
export function toDiagnostic(
  document: vscode.TextDocument,
  finding: Diagnostic,
  page: vscode.Uri | undefined,
): vscode.Diagnostic {
  const diagnostic = diagnosticOf(
    toRange(document, finding.range),
    finding.message,
    finding.severity,
    finding.code,
  );
  if (page) {
    diagnostic.code = { value: finding.code, target: page };
  }
  if (finding.tags) {
    diagnostic.tags = finding.tags.map((tag) => tags[tag]);
  }
  if (finding.related) {
    diagnostic.relatedInformation = finding.related.map(({ message, range }) =>
      relatedInformation(new vscode.Location(document.uri, toRange(document, range)), message),
    );
  }
  return diagnostic;
}

export function codeOf(diagnostic: vscode.Diagnostic): string | undefined {
  const { code } = diagnostic;
  const value = typeof code === 'object' ? code.value : code;
  return typeof value === 'string' ? value : undefined;
}
