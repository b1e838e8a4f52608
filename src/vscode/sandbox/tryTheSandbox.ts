import * as vscode from 'vscode';
import { consoleFileName } from '../../core/consoleFile/consoleFile.ts';
import { pick } from '../platform/dialogs.ts';
import { CanceledError, passOnUnexpected } from '../../core/util/errors.ts';
import { workingText } from '../workspace/textFiles.ts';
import { diskFolders } from '../workspace/workspaceFolders.ts';
import { offerPull } from '../targets/offerPull.ts';
import type { FeatureServices } from '../featureServices.ts';
import { sandboxAddressIn, type SandboxRunner } from './sandboxRunner.ts';

/** The memory stores the folder of a new sandbox under this key, until its window opens. */
const newSandbox = 'newSandbox';

/** Starts the sandbox console and sets up a folder that is signed in to it. */
export async function tryTheSandbox(services: FeatureServices, sandbox: SandboxRunner): Promise<vscode.Uri> {
  const folder = await chooseFolder();
  await sandbox.setUp(folder);
  await services.memory.remember(newSandbox, [folder.toString()]);
  const isOpen = vscode.workspace.workspaceFolders?.some(({ uri }) => uri.toString() === folder.toString());
  if (isOpen) {
    await services.consoles.reload();
    await continueSetup(services);
  } else {
    await vscode.commands.executeCommand('vscode.openFolder', folder);
  }
  return folder;
}

/** Shows the new sandbox in the folder of this window, and the next step, once. */
export async function continueSetup({ consoles, targets, memory }: FeatureServices): Promise<void> {
  const [folder] = memory.remembered(newSandbox);
  const console = consoles.consoles.find(
    ({ folder: at, access }) => at.uri.toString() === folder && access === 'ready',
  );
  if (console) {
    await memory.remember(newSandbox, []);
    await offerPull(targets, console);
  }
}

/** Chooses an open folder without other consoles, or another existing or new folder. */
async function chooseFolder(): Promise<vscode.Uri> {
  const free: vscode.WorkspaceFolder[] = [];
  for (const folder of vscode.workspace.isTrusted ? diskFolders() : []) {
    if (await isFree(folder.uri)) {
      free.push(folder);
    }
  }
  const items: readonly (vscode.QuickPickItem & { readonly uri?: vscode.Uri })[] = [
    ...free.map(({ name, uri }) => ({
      label: vscode.l10n.t('Use {0}', name),
      iconPath: new vscode.ThemeIcon('folder'),
      description: uri.path,
      uri,
    })),
    {
      label: vscode.l10n.t('Choose or create a folder…'),
      iconPath: new vscode.ThemeIcon('folder-opened'),
    },
  ];
  const placeHolder = vscode.l10n.t('Where should the sample policies go?');
  const { uri } = free.length > 0 ? await pick(items, { placeHolder }) : {};
  if (uri) {
    return uri;
  }
  const [chosen] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('A folder for the sandbox'),
      openLabel: vscode.l10n.t('Use This Folder'),
      canSelectFiles: false,
      canSelectFolders: true,
    })) ?? [];
  if (!chosen) {
    throw new CanceledError();
  }
  return chosen;
}

/** True for a folder without `ordinance.yaml`, or whose file names a sandbox. An unreadable file may name any console. */
async function isFree(folder: vscode.Uri): Promise<boolean> {
  try {
    const file = await workingText(vscode.Uri.joinPath(folder, consoleFileName));
    return file === undefined || sandboxAddressIn(file) !== undefined;
  } catch (error) {
    passOnUnexpected(error);
    return false;
  }
}
