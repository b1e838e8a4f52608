import * as vscode from 'vscode';
import { ExpectedError } from '../../core/util/errors.ts';

/** Why a table of before a reload of the window is not shown again. */
export function notKept(): ExpectedError {
  return new ExpectedError(
    'not-reopened',
    vscode.l10n.t('What this table showed is not kept when the window is reloaded: open it again.'),
  );
}
