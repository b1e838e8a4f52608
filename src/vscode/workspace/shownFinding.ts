import type * as vscode from 'vscode';
import type { FixData } from '../../core/assist/findings/finding.ts';
import type { Diagnostic } from '../../core/document/diagnostic.ts';

/** A diagnostic of the editor that knows its finding, for the quick fixes. */
export interface ShownFinding extends vscode.Diagnostic {
  readonly finding: Diagnostic;
  /** Whether the finding is about the document as it is now: paths and offsets of older findings may lead elsewhere. */
  isOf(document: vscode.TextDocument): boolean;
  /** The fixes, where they depend on more than the finding. Undefined: those of the finding. */
  fixes?(signal: AbortSignal): Promise<readonly FixData[] | undefined>;
}

/** The findings of the document as it is now. */
export function currentFindings(
  document: vscode.TextDocument,
  diagnostics: readonly vscode.Diagnostic[],
): readonly ShownFinding[] {
  return diagnostics.filter(
    (shown): shown is ShownFinding => 'finding' in shown && (shown as ShownFinding).isOf(document),
  );
}
