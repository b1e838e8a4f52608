import * as vscode from 'vscode';
import { inertLine } from '../../core/util/inertText.ts';

/** A provider of the source control view. */
export function sourceControl(id: string, label: string, root: vscode.Uri): vscode.SourceControl {
  return vscode.scm.createSourceControl(id, inertLine(label), root);
}

/** The tooltip of a row of the source control view. */
export function resourceDecorations(
  tooltip: string,
  look: Pick<vscode.SourceControlResourceDecorations, 'faded' | 'iconPath'> = {},
): vscode.SourceControlResourceDecorations {
  return { ...look, tooltip: inertLine(tooltip) };
}

/** A mark on a file in the explorer and on tabs. */
export function fileDecoration(
  badge: string,
  tooltip: string,
  color: string | undefined,
): vscode.FileDecoration {
  return {
    badge,
    tooltip: inertLine(tooltip),
    ...(color === undefined ? {} : { color: new vscode.ThemeColor(color) }),
  };
}
