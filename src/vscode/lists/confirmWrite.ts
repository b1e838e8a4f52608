import * as vscode from 'vscode';
import { askToType, confirm, type Confirmation } from '../platform/dialogs.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';

/** Shows what would be written to a console and asks; a protected console wants its name typed. */
export async function confirmWrite(console: ConsoleHandle, confirmation: Confirmation): Promise<void> {
  await confirm(confirmation);
  if (console.entry.protected) {
    await askToType(
      vscode.l10n.t('{0} is protected', console.entry.name),
      vscode.l10n.t('Type the name of the console to write to it.'),
      console.entry.name,
    );
  }
}
