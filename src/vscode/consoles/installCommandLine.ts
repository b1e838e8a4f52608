import * as vscode from 'vscode';
import { note, pick } from '../platform/dialogs.ts';
import { installLine } from './installLine.ts';

/** Says how the command line gets on the path. Nothing is run: a terminal waits for its user to press Enter. */
export async function installCommandLine({
  extensionUri,
}: {
  readonly extensionUri: vscode.Uri;
}): Promise<void> {
  const file = vscode.Uri.joinPath(extensionUri, 'dist', 'ordinance.cjs');
  const line = installLine(file.fsPath, process.platform);
  const ways = [
    {
      label: vscode.l10n.t('Type It into a Terminal'),
      detail: line,
      description: vscode.l10n.t('Nothing runs before you press Enter'),
      take: () => type(line),
    },
    {
      label: vscode.l10n.t('Copy It'),
      description: vscode.l10n.t('The line for a shell of your own'),
      take: async () => {
        await vscode.env.clipboard.writeText(line);
        note(vscode.l10n.t('Copied {0}', line));
      },
    },
    {
      label: vscode.l10n.t('Copy the Path of the File'),
      description: vscode.l10n.t('The command line is this one file'),
      detail: file.fsPath,
      take: () => vscode.env.clipboard.writeText(file.fsPath),
    },
  ];
  const way = await pick(ways, {
    title: vscode.l10n.t('Install Command Line'),
    placeHolder: vscode.l10n.t(
      '"ordinance" does in a shell and in pipelines what the editor does. It needs Node 24 or newer.',
    ),
  });
  await way.take();
}

function type(line: string): void {
  const terminal = vscode.window.createTerminal({
    name: 'Ordinance',
    ...(process.platform === 'win32' && { shellPath: 'powershell.exe' }),
  });
  terminal.show();
  terminal.sendText(line, false);
}
