import * as vscode from 'vscode';
import { originsOf } from '../../core/consoles/consoleEntry.ts';
import { note } from '../platform/dialogs.ts';
import { chooseReadyConsole } from '../targets/targets.ts';
import type { ConsoleServices } from './consoleServices.ts';

/** Forgets the access key of a console. Files stay. */
export async function signOut(
  services: Pick<ConsoleServices, 'consoles' | 'secrets'>,
  row?: unknown,
): Promise<void> {
  const { entry } = await chooseReadyConsole(services, row);
  for (const origin of originsOf(entry)) {
    await services.secrets.delete(origin);
  }
  await services.consoles.reload();
  note(vscode.l10n.t('Signed out of {0}', entry.name));
}
