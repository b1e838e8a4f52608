import * as vscode from 'vscode';
import { consoleFileName } from '../../core/consoleFile/consoleFile.ts';
import { targetOf } from '../workspace/target.ts';
import { consoleOf, noConsole } from '../targets/targets.ts';
import type { Consoles } from '../workspace/consoles.ts';

/** Opens `ordinance.yaml`, at its mistake if it has one. */
export async function openConsoleFile(
  services: { readonly consoles: Consoles },
  row?: unknown,
): Promise<void> {
  const target = targetOf(row);
  const console = target && consoleOf(services, target);
  const file = console ? console.file : (await vscode.workspace.findFiles(consoleFileName, undefined, 1))[0];
  if (!file) {
    throw noConsole(vscode.l10n.t('There is no {0} in this workspace.', consoleFileName));
  }
  const at = console?.fault && new vscode.Position(console.fault.line, 0);
  await vscode.window.showTextDocument(file, at ? { selection: new vscode.Range(at, at) } : {});
}
