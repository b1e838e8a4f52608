import * as vscode from 'vscode';
import { note } from '../../platform/dialogs.ts';
import { withProgress } from '../../platform/progress.ts';
import type { ConsoleResources } from '../../model/resources.ts';
import type { ConsoleHandle } from '../../workspace/consoleRegistry.ts';
import type { Tools } from '../tools.ts';

/** Sends one write with progress. It cannot be cancelled: what is on its way may arrive. */
export async function writing(
  tools: Pick<Tools, 'resources'>,
  console: ConsoleHandle,
  what: string,
  write: (resources: ConsoleResources) => Promise<void>,
): Promise<void> {
  await withProgress(
    { title: vscode.l10n.t('{0}: writing to {1}', what, console.entry.name), location: 'notification' },
    async () => write(await tools.resources(console)),
  );
  note(vscode.l10n.t('{0}: written to {1}', what, console.entry.name));
}

/** Reads with progress and a way to give up. */
export function reading<T>(
  tools: Pick<Tools, 'resources'>,
  console: ConsoleHandle,
  what: string,
  read: (resources: ConsoleResources, signal: AbortSignal) => Promise<T>,
): Thenable<T> {
  return withProgress(
    {
      title: vscode.l10n.t('Reading {0} of {1}', what, console.entry.name),
      location: 'notification',
      cancellable: true,
    },
    async (signal) => read(await tools.resources(console), signal),
  );
}
