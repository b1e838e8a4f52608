import * as vscode from 'vscode';
import { originsOf } from '../../core/consoles/consoleFile.ts';
import { note } from '../platform/dialogs.ts';
import { multiStepInput } from '../platform/multiStepInput.ts';
import { agreedInstead, agreementOf } from '../workspace/agreement.ts';
import { ensureTrusted } from '../workspace/connections.ts';
import { accessKeySteps, type AccessKeyAnswers } from '../workspace/accessKeySteps.ts';
import { confirmAgreement } from '../workspace/confirmAgreement.ts';
import { chooseConsole } from '../targets/targets.ts';
import type { Tools } from '../tools.ts';

/** Asks for an access key, checks it with the console, and keeps it for the origins of the console. */
export async function signIn(
  tools: Pick<Tools, 'consoles' | 'secrets' | 'checkConnection' | 'authorityOf'>,
  row?: unknown,
): Promise<boolean> {
  ensureTrusted();
  const console = await chooseConsole(tools, row, ({ access }) => access === 'signed-out');
  const { entry, folder } = console;
  const origins = originsOf(entry);
  const agreement = agreementOf(entry, await tools.authorityOf(entry, folder.uri));
  const agreed = await Promise.all(origins.map((origin) => tools.secrets.agreements(origin)));
  await confirmAgreement(entry, agreement, agreedInstead(agreed.flat(), agreement));
  const key = { id: '', secret: '' };
  await multiStepInput(
    vscode.l10n.t('Sign In to {0}', entry.name),
    accessKeySteps<AccessKeyAnswers>(
      () => origins,
      (used, _, signal) => tools.checkConnection(folder.uri, entry, used, agreement, signal),
    ),
    key,
  );
  for (const origin of origins) {
    await tools.secrets.store(origin, { ...key }, agreement);
  }
  await tools.consoles.reload();
  note(vscode.l10n.t('Signed in to {0}', entry.name));
  return true;
}
