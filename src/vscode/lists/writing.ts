import * as vscode from 'vscode';
import type { ListName } from '../../core/consoles/lists.ts';
import type { ConsoleResources } from '../../core/consoles/resources.ts';
import { ExpectedError, isExpected } from '../../core/util/errors.ts';
import type { ConsoleConnections } from '../connection/consoleConnections.ts';
import { askToType, confirm, type Confirmation, confirmLoss, note } from '../platform/dialogs.ts';
import { withProgress } from '../platform/progress.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import type { Target } from '../workspace/target.ts';

/** The write shows its progress. It cannot be canceled, because a sent request may still be applied. */
export async function writing(
  connections: ConsoleConnections,
  console: ConsoleHandle,
  what: string,
  write: (resources: ConsoleResources) => Promise<void>,
): Promise<void> {
  await withProgress(
    { title: vscode.l10n.t('{0}: writing to {1}', what, console.entry.name), location: 'notification' },
    async () => write(await connections.resources(console)),
  );
  note(vscode.l10n.t('{0}: written to {1}', what, console.entry.name));
}

/**
 * The deletions run one after another, even after a failure. Throws `partly-written` with the reason of each failure
 * when there were several deletions.
 */
export async function deletingEach<T>(
  connections: ConsoleConnections,
  console: ConsoleHandle,
  entries: readonly T[],
  nameOf: (entry: T) => string,
  remove: (resources: ConsoleResources, entry: T) => Promise<void>,
): Promise<void> {
  const failures: string[] = [];
  for (const entry of entries) {
    const name = nameOf(entry);
    try {
      await writing(connections, console, name, (resources) => remove(resources, entry));
    } catch (error) {
      if (entries.length === 1 || !isExpected(error)) {
        throw error;
      }
      failures.push(`${name}: ${error.message}`);
    }
  }
  if (failures.length > 0) {
    const done = entries.length - failures.length;
    throw new ExpectedError(
      'partly-written',
      done === 0
        ? vscode.l10n.t('None of the {0} was deleted from {1}.', entries.length, console.entry.name)
        : vscode.l10n.t('{0} of {1} were deleted from {2}.', done, entries.length, console.entry.name),
      { advice: vscode.l10n.t('Not deleted: {0}', failures.join('; ')) },
    );
  }
}

/** The question shows the intended write; for a protected console the person types its name. */
export async function confirmWrite(console: ConsoleHandle, confirmation: Confirmation): Promise<void> {
  await confirm(confirmation);
  await askForProtected(console);
}

/** Asks before entries are deleted that the console cannot restore. Enter shows the list. */
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
