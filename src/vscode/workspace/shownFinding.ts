import type * as vscode from 'vscode';
import type { FixData } from '../../core/assist/findings/finding.ts';
import type { Diagnostic } from '../../core/document/diagnostic.ts';

/** A diagnostic of the editor with its finding, for quick fixes. */
export interface ShownFinding extends vscode.Diagnostic {
  readonly finding: Diagnostic;
  /** True when the finding is about the current document. Paths and offsets of older findings may be wrong. */
  isOf(document: vscode.TextDocument): boolean;
  /** Fixes that depend on more than the finding. Undefined: the fixes of the finding apply. */
  fixes?(signal: AbortSignal): Promise<readonly FixData[] | undefined>;
}

/** The findings of the current document. */
export function currentFindings(
  document: vscode.TextDocument,
  diagnostics: readonly vscode.Diagnostic[],
): readonly ShownFinding[] {
  return diagnostics.filter(
    (shown): shown is ShownFinding => 'finding' in shown && (shown as ShownFinding).isOf(document),
  );
}
