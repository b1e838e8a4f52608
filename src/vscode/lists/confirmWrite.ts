import * as vscode from 'vscode';
import type { ListName } from '../../core/consoles/lists.ts';
import { askToType, confirm, confirmLoss, type Confirmation } from '../platform/dialogs.ts';
import type { Target } from '../workspace/target.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';

/** Shows what would be written to a console and asks; a protected console wants its name typed. */
export async function confirmWrite(console: ConsoleHandle, confirmation: Confirmation): Promise<void> {
  await confirm(confirmation);
  await askForProtected(console);
}

/** The same of what the console does not give back: Enter shows the list. */
export async function confirmDelete(
  console: ConsoleHandle,
  show: { readonly label: string; readonly list: ListName },
  question: Omit<Confirmation, 'verb'>,
): Promise<void> {
  const target: Target = { kind: 'list', consoleId: console.id, list: show.list };
  await confirmLoss({
    ...question,
    first: { label: show.label, run: () => vscode.commands.executeCommand('ordinance.list.show', target) },
    verb: vscode.l10n.t('Delete'),
    back: vscode.l10n.t('Keep'),
  });
  await askForProtected(console);
}

async function askForProtected({ entry }: ConsoleHandle): Promise<void> {
  if (entry.protected) {
    await askToType(
      vscode.l10n.t('{0} is protected', entry.name),
      vscode.l10n.t('Type the name of the console to write to it.'),
      entry.name,
    );
  }
}
