import * as vscode from 'vscode';
import { consoleFileName } from '../../core/consoles/consoleFile.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { targetOf } from '../workspace/target.ts';
import { consoleOf } from '../targets/targets.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';

export async function openConsoleFile(consoles: ConsoleRegistry, row?: unknown): Promise<void> {
  const target = targetOf(row);
  const file = target
    ? consoleOf({ consoles }, target).file
    : (await vscode.workspace.findFiles(consoleFileName, undefined, 1))[0];
  if (!file) {
    throw new ExpectedError(
      'no-console',
      vscode.l10n.t('There is no {0} in this workspace.', consoleFileName),
      {
        advice: vscode.l10n.t('Run "Ordinance: Add Console…" or "Ordinance: Try the Sandbox".'),
      },
    );
  }
  await vscode.window.showTextDocument(file);
}
