import * as vscode from 'vscode';
import type { ConsoleClient } from '../../core/console/consoleClient.ts';
import { withProgress } from '../platform/progress.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { ConsoleConnections } from './consoleConnections.ts';

/** Reads from a console with a progress message that can be canceled. */
export function readWithProgress<T>(
  connections: ConsoleConnections,
  console: ConsoleHandle,
  what: string,
  read: (client: ConsoleClient, signal: AbortSignal) => Promise<T>,
): Thenable<T> {
  return withProgress(
    {
      title: vscode.l10n.t('Reading {0} of {1}', what, console.entry.name),
      location: 'notification',
      cancellable: true,
    },
    async (signal) => read(await connections.client(console), signal),
  );
}
