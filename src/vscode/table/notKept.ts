import * as vscode from 'vscode';
import { ExpectedError } from '../../core/util/errors.ts';

/** The error explains why a table is empty after a reload of the window. */
export function notKept(): ExpectedError {
  return new ExpectedError('not-reopened', vscode.l10n.t('A window reload clears the rows of this table.'));
}
