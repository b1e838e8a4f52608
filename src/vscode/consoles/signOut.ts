import * as vscode from 'vscode';
import { originsOf } from '../../core/consoles/consoleEntry.ts';
import { note } from '../platform/dialogs.ts';
import { chooseReadyConsole } from '../targets/targets.ts';
import type { ConsoleServices } from './consoleServices.ts';

/** Forgets the access key of a console, and of all that are at its address. Files stay. */
export async function signOut(
  services: Pick<ConsoleServices, 'consoles' | 'secrets'>,
  row?: unknown,
): Promise<void> {
  const { entry } = await chooseReadyConsole(services, row);
  const before = ready(services);
  for (const origin of originsOf(entry)) {
    await services.secrets.delete(origin);
  }
  await services.consoles.reload();
  const names = [
    entry.name,
    ...before.filter((name) => name !== entry.name && !ready(services).includes(name)),
  ];
  note(vscode.l10n.t('Signed out of {0}', names.join(', ')));
}

function ready({ consoles }: Pick<ConsoleServices, 'consoles'>): readonly string[] {
  return consoles.consoles.flatMap(({ entry, access }) => (access === 'ready' ? [entry.name] : []));
}
