import * as vscode from 'vscode';
import { consoleFileName } from '../../core/consoles/consoleFile.ts';
import { pick } from '../platform/dialogs.ts';
import { CancelledError, ExpectedError } from '../../core/util/errors.ts';
import { readTextFile } from '../workspace/textFiles.ts';
import type { Consoles } from '../workspace/consoles.ts';
import type { SandboxRunner } from './sandboxRunner.ts';

type Place = { readonly kind: 'folder'; readonly uri: vscode.Uri } | { readonly kind: 'choose' };

/** Starts the sandbox console and sets up a folder that is signed in to it. */
export async function tryTheSandbox(consoles: Consoles, sandbox: SandboxRunner): Promise<vscode.Uri> {
  const folder = await chooseFolder();
  await sandbox.setUp(folder);
  const isOpen = vscode.workspace.workspaceFolders?.some(({ uri }) => uri.toString() === folder.toString());
  if (isOpen) {
    await consoles.reload();
    await vscode.commands.executeCommand('ordinance.policies.focus');
  } else {
    await vscode.commands.executeCommand('vscode.openFolder', folder);
  }
  return folder;
}

/** An open folder without consoles of its own, or one that is chosen or created. */
async function chooseFolder(): Promise<vscode.Uri> {
  const free: vscode.WorkspaceFolder[] = [];
  for (const folder of vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : []) {
    if (await isFree(folder.uri)) {
      free.push(folder);
    }
  }
  const choose: vscode.QuickPickItem & { place: Place } = {
    label: vscode.l10n.t('Choose or create a folder…'),
    iconPath: new vscode.ThemeIcon('folder-opened'),
    place: { kind: 'choose' },
  };
  const items = [
    ...free.map(({ name, uri }) => ({
      label: vscode.l10n.t('Use {0}', name),
      iconPath: new vscode.ThemeIcon('folder'),
      description: uri.path,
      place: { kind: 'folder', uri } satisfies Place,
    })),
    choose,
  ];
  const { place } =
    items.length === 1
      ? choose
      : await pick(items, { placeHolder: vscode.l10n.t('Where do the sample policies go?') });
  if (place.kind === 'folder') {
    return place.uri;
  }
  const [chosen] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('A folder for the sandbox'),
      openLabel: vscode.l10n.t('Use This Folder'),
      canSelectFiles: false,
      canSelectFolders: true,
    })) ?? [];
  if (!chosen) {
    throw new CancelledError();
  }
  if (!(await isFree(chosen))) {
    throw new ExpectedError(
      'not-free',
      vscode.l10n.t('{0} has consoles of its own: choose another folder.', chosen.path),
    );
  }
  return chosen;
}

/** There is no `ordinance.yaml`, or it is that of a sandbox. */
async function isFree(folder: vscode.Uri): Promise<boolean> {
  try {
    const file = await readTextFile(vscode.Uri.joinPath(folder, consoleFileName));
    return !file || /^ {2}sandbox:\n {4}url: http:\/\/127\.0\.0\.1:\d+$/m.test(file.text);
  } catch {
    return true;
  }
}
