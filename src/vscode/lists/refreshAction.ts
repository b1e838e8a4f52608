import * as vscode from 'vscode';
import type { TableAction } from '../table/tableContent.ts';

/** Reads the rows anew, into the same page. */
export function refreshAction(showAgain: () => Promise<void>): TableAction {
  return { label: vscode.l10n.t('Refresh'), on: 'table', run: showAgain };
}
