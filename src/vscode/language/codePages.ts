import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { FixData } from '../../core/assist/findings/finding.ts';
import type { Diagnostic } from '../../core/document/diagnostic.ts';
import { diagnostic as diagnosticOf, relatedInformation } from '../platform/languageTexts.ts';
import type { ShownFinding } from '../workspace/shownFinding.ts';
import { toRange } from '../workspace/textEdits.ts';

/** The places at which `docs/diagnostics.md`, which comes with the extension, describes each code. */
export class CodePages {
  readonly #page: vscode.Uri;
  readonly #lines: ReadonlyMap<string, number>;

  constructor(extensionUri: vscode.Uri) {
    this.#page = vscode.Uri.joinPath(extensionUri, 'docs', 'diagnostics.md');
    this.#lines = headings(readFileSync(this.#page.fsPath, 'utf8'));
  }

  /** Findings as the editor shows them; the code of each leads to its page. */
  diagnostics(
    document: vscode.TextDocument,
    findings: readonly Diagnostic[],
    fixes?: (finding: Diagnostic, signal: AbortSignal) => Promise<readonly FixData[] | undefined>,
  ): ShownFinding[] {
    const { version } = document;
    return findings.map((finding) => {
      const line = this.#lines.get(finding.code);
      const page = line === undefined ? undefined : this.#page.with({ fragment: `L${line}` });
      return Object.assign(toDiagnostic(document, finding, page), {
        finding,
        isOf: (now: vscode.TextDocument) => now.version === version,
        ...(fixes && { fixes: (signal: AbortSignal) => fixes(finding, signal) }),
      });
    });
  }
}

/** Line numbers, counted from 1, of headings that are one code. */
export function headings(markdown: string): Map<string, number> {
  const lines = new Map<string, number>();
  for (const [index, line] of markdown.split('\n').entries()) {
    const match = /^#+ `([a-z0-9-]+)`\s*$/.exec(line);
    if (match?.[1] !== undefined) {
      lines.set(match[1], index + 1);
    }
  }
  return lines;
}

const tags = { unnecessary: 'Unnecessary', deprecated: 'Deprecated' } as const;

/** A finding as the editor shows it; its code leads to `page`. */
function toDiagnostic(
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
    diagnostic.tags = finding.tags.map((tag) => vscode.DiagnosticTag[tags[tag]]);
  }
  if (finding.related) {
    diagnostic.relatedInformation = finding.related.map(({ message, range }) =>
      relatedInformation(new vscode.Location(document.uri, toRange(document, range)), message),
    );
  }
  return diagnostic;
}
