import * as vscode from 'vscode';
import { ExpectedError } from '../../core/util/errors.ts';

/** Why a table of before a reload of the window is not shown again. */
export function notKept(): ExpectedError {
  return new ExpectedError(
    'not-reopened',
    vscode.l10n.t('The rows of this table are not kept when the window is reloaded.'),
  );
}
