import * as vscode from 'vscode';
import { note, pick } from '../platform/dialogs.ts';
import { installLine } from './installLine.ts';
import { oneFile, oneFileName, oneFileParts } from './oneFile.ts';

interface Folders {
  /** Of the extension's own files. */
  readonly extensionUri: vscode.Uri;
  /** Where the extension may keep files of its own. */
  readonly storageUri: vscode.Uri;
}

/** Says how the command line gets on the path. Nothing is run: a terminal waits for its user to press Enter. */
export async function installCommandLine({ extensionUri, storageUri }: Folders): Promise<void> {
  const file = vscode.Uri.joinPath(storageUri, oneFileName);
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
      description: vscode.l10n.t('The line for your own shell'),
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
      '"ordinance" does the same in a shell and in pipelines as the editor. It needs Node 24 or newer.',
    ),
  });
  await makeFile(vscode.Uri.joinPath(extensionUri, 'dist'), file);
  await way.take();
}

/** The command line of this extension: what the editor loads in parts, as one file. */
async function makeFile(dist: vscode.Uri, file: vscode.Uri): Promise<void> {
  const texts = await Promise.all(
    oneFileParts.map(async (name): Promise<readonly [string, string]> => {
      const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(dist, name));
      return [name, new TextDecoder().decode(bytes)];
    }),
  );
  await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(file, '..'));
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(oneFile(texts)));
}

function type(line: string): void {
  const terminal = vscode.window.createTerminal({
    name: 'Ordinance',
    ...(process.platform === 'win32' && { shellPath: 'powershell.exe' }),
  });
  terminal.show();
  terminal.sendText(line, false);
}
