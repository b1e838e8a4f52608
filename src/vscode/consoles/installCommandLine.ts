import * as vscode from 'vscode';
import { note, pick } from '../platform/dialogs.ts';

/** Node starts the command line with this file. */
const firstFile = 'ordinance.cjs';

interface Folders {
  /** The folder of the installed extension. */
  readonly extensionUri: vscode.Uri;
  /** The folder for files of the extension. */
  readonly storageUri: vscode.Uri;
}

/**
 * Offers ways to put the command line on the path. Runs nothing: a terminal waits until the person presses
 * Enter.
 */
export async function installCommandLine({ extensionUri, storageUri }: Folders): Promise<void> {
  const folder = vscode.Uri.joinPath(storageUri, 'command-line');
  const file = vscode.Uri.joinPath(folder, firstFile);
  const line = installLine(file.fsPath, process.platform);
  const ways = [
    {
      label: vscode.l10n.t('Type the Command into a Terminal'),
      detail: line,
      description: vscode.l10n.t('Nothing runs before you press Enter'),
      run: () => typeIntoTerminal(line),
    },
    {
      label: vscode.l10n.t('Copy the Command'),
      description: vscode.l10n.t('For your own shell'),
      run: async () => {
        await vscode.env.clipboard.writeText(line);
        note(vscode.l10n.t('Copied {0}', line));
      },
    },
    {
      label: vscode.l10n.t('Copy the Path of the Program'),
      description: vscode.l10n.t('For a script'),
      detail: file.fsPath,
      run: () => vscode.env.clipboard.writeText(file.fsPath),
    },
  ];
  const way = await pick(ways, {
    title: vscode.l10n.t('Install Command Line'),
    placeHolder: vscode.l10n.t(
      'The command "ordinance" works in a shell and in pipelines. It needs Node 24 or newer.',
    ),
  });
  await copyCommandLine(vscode.Uri.joinPath(extensionUri, 'dist'), folder);
  await way.run();
}

/** Copies the files of the command line, because an update of the extension removes the folder of the one before. */
async function copyCommandLine(dist: vscode.Uri, folder: vscode.Uri): Promise<void> {
  const { fs } = vscode.workspace;
  await fs.createDirectory(folder);
  await fs.delete(folder, { recursive: true });
  for (const [name] of await fs.readDirectory(dist)) {
    if (name === firstFile || (name.endsWith('.mjs') && name !== 'extension.mjs')) {
      await fs.copy(vscode.Uri.joinPath(dist, name), vscode.Uri.joinPath(folder, name));
    }
  }
}

function typeIntoTerminal(line: string): void {
  const terminal = vscode.window.createTerminal({
    name: 'Ordinance',
    ...(process.platform === 'win32' && { shellPath: 'powershell.exe' }),
  });
  terminal.show();
  terminal.sendText(line, false);
}

/**
 * The shell line that puts the command line on the path of this user, for PowerShell on Windows and for other
 * shells elsewhere.
 */
export function installLine(file: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') {
    const command = `@node "${file.replaceAll('%', '%%')}" %*`;
    // Windows reads `.cmd` files in this encoding.
    return `Set-Content -Encoding Oem "$env:LOCALAPPDATA\\Microsoft\\WindowsApps\\ordinance.cmd" '${command.replaceAll("'", "''")}'`;
  }
  const quoted = `'${file.replaceAll("'", `'\\''`)}'`;
  return `chmod +x ${quoted} && mkdir -p ~/.local/bin && ln -sf ${quoted} ~/.local/bin/ordinance`;
}
