import * as vscode from 'vscode';
import { spellingOf } from '../../core/policy/policyFile.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { Consoles } from '../workspace/consoles.ts';

/** Whether a file is named like a policy file and lies in the folder of no console. */
function isStray(
  { consoles }: Pick<Consoles, 'consoles' | 'get'>,
  uri: vscode.Uri | undefined,
): uri is vscode.Uri {
  return (
    uri?.scheme === 'file' &&
    spellingOf(uri.path) !== undefined &&
    !consoles.some(({ policyFolder }) => uri.path.startsWith(`${policyFolder.path}/`))
  );
}

/** A command about such a file acts on no other policy in its place. */
export function refuseStray(consoles: Pick<Consoles, 'consoles' | 'get'>, uri: vscode.Uri | undefined): void {
  if (!isStray(consoles, uri)) {
    return;
  }
  const [first] = consoles.consoles;
  throw new ExpectedError(
    'stray-file',
    vscode.l10n.t('{0} belongs to no console.', vscode.workspace.asRelativePath(uri)),
    {
      advice: first
        ? vscode.l10n.t(
            'Move the file into the folder of a console, such as {0}, or add a console.',
            vscode.workspace.asRelativePath(first.policyFolder),
          )
        : vscode.l10n.t('Add a console, then move the file into its folder.'),
    },
  );
}
