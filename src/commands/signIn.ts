import * as vscode from 'vscode';
import { originsOf } from '../model/consoleFile.ts';
import { note } from '../platform/dialogs.ts';
import { multiStepInput } from '../platform/multiStepInput.ts';
import { agreementOf } from '../workspace/agreement.ts';
import { ensureTrusted } from '../workspace/connections.ts';
import { accessKeySteps, type AccessKeyAnswers } from './accessKeySteps.ts';
import { confirmAuthority } from './confirmAuthority.ts';
import { chooseConsole } from './targets.ts';
import type { Tools } from './tools.ts';

/** Asks for an access key, checks it with the console, and keeps it for the origins of the console. */
export async function signIn(
  tools: Pick<Tools, 'consoles' | 'secrets' | 'checkConnection' | 'authorityOf'>,
  row?: unknown,
): Promise<boolean> {
  ensureTrusted();
  const console = await chooseConsole(tools, row, ({ access }) => access === 'signed-out');
  const { entry, folder } = console;
  const origins = originsOf(entry);
  const authority = await tools.authorityOf(entry, folder.uri);
  await confirmAuthority(entry, origins, authority);
  const key = { id: '', secret: '' };
  await multiStepInput(
    vscode.l10n.t('Sign In to {0}', entry.name),
    accessKeySteps<AccessKeyAnswers>(
      () => origins,
      (used, _, signal) => tools.checkConnection(folder.uri, entry, used, signal),
    ),
    key,
  );
  for (const origin of origins) {
    await tools.secrets.store(origin, { ...key }, agreementOf(entry, authority));
  }
  await tools.consoles.reload();
  note(vscode.l10n.t('Signed in to {0}', entry.name));
  return true;
}
