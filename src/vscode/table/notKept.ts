import * as vscode from 'vscode';
import { ExpectedError } from '../../core/util/errors.ts';

/** Why a table of before a reload of the window is not shown again. */
export function notKept(): ExpectedError {
  return new ExpectedError('not-reopened', vscode.l10n.t('A window reload clears the rows of this table.'));
}
