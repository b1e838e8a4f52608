import * as vscode from 'vscode';
import { consoleFileName } from '../../core/consoles/consoleFile.ts';
import { targetOf } from '../workspace/target.ts';
import { consoleOf, noConsole } from '../targets/targets.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';

export async function openConsoleFile(
  services: { readonly consoles: ConsoleRegistry },
  row?: unknown,
): Promise<void> {
  const target = targetOf(row);
  const file = target
    ? consoleOf(services, target).file
    : (await vscode.workspace.findFiles(consoleFileName, undefined, 1))[0];
  if (!file) {
    throw noConsole(vscode.l10n.t('There is no {0} in this workspace.', consoleFileName));
  }
  await vscode.window.showTextDocument(file);
}
