import * as vscode from 'vscode';
import { originsOf } from '../../core/consoles/consoleFile.ts';
import { note } from '../platform/dialogs.ts';
import { chooseConsole } from '../targets/targets.ts';
import type { Tools } from '../tools.ts';

/** Forgets the access key of a console. Files stay. */
export async function signOut(tools: Pick<Tools, 'consoles' | 'secrets'>, row?: unknown): Promise<void> {
  const { entry } = await chooseConsole(tools, row, ({ access }) => access === 'ready');
  for (const origin of originsOf(entry)) {
    await tools.secrets.delete(origin);
  }
  await tools.consoles.reload();
  note(vscode.l10n.t('Signed out of {0}', entry.name));
}
