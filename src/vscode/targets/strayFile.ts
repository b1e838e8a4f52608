import * as vscode from 'vscode';
import { spellingOf } from '../../core/policy/policyFile.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { Consoles } from '../workspace/consoles.ts';

/** True for a file with the name of a policy file outside the folders of all consoles. */
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

/** Throws for such a file, so that a command about the file acts on no other policy. */
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
