import * as vscode from 'vscode';
import { note } from '../platform/dialogs.ts';
import { ExpectedError, isExpected } from '../../core/util/errors.ts';
import { withProgress } from '../platform/progress.ts';
import type { ConsoleResources } from '../../core/consoles/resources.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import type { ConsoleConnections } from '../connection/consoleConnections.ts';

/** Sends one write with progress. It cannot be canceled: what is on its way may arrive. */
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
 * Deletes one after another, whatever becomes of the others. Throws `partly-written` with the reason of each that failed, when
 * there were several.
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
