import * as vscode from 'vscode';
import { originsOf } from '../../core/consoles/consoleEntry.ts';
import { note } from '../platform/dialogs.ts';
import { multiStepInput } from '../platform/multiStepInput.ts';
import { agreedInstead, agreementOf } from '../workspace/agreement.ts';
import { authorityOf } from '../connection/authority.ts';
import { ensureTrusted } from '../connection/connections.ts';
import { accessKeySteps, type AccessKeyAnswers } from '../connection/accessKeySteps.ts';
import { confirmAgreement } from '../connection/confirmAgreement.ts';
import { chooseConsole } from '../targets/targets.ts';
import type { ConsoleServices } from './consoleServices.ts';

/** Asks for an access key, checks it with the console, and keeps it for the origins of the console. */
export async function signIn(
  services: Pick<ConsoleServices, 'consoles' | 'secrets' | 'connections'>,
  row?: unknown,
): Promise<boolean> {
  ensureTrusted();
  const console = await chooseConsole(services, row, ({ access }) => access === 'signed-out');
  const { entry, folder } = console;
  const origins = originsOf(entry);
  const agreement = agreementOf(entry, await authorityOf(entry, folder.uri));
  const agreed = await Promise.all(origins.map((origin) => services.secrets.agreements(origin)));
  await confirmAgreement(entry, agreement, agreedInstead(agreed.flat(), agreement));
  const key = { id: '', secret: '' };
  await multiStepInput(
    vscode.l10n.t('Sign In to {0}', entry.name),
    accessKeySteps<AccessKeyAnswers>(
      () => origins,
      (used, _, signal) => services.connections.checkConnection(folder.uri, entry, used, agreement, signal),
    ),
    key,
  );
  for (const origin of origins) {
    await services.secrets.store(origin, { ...key }, agreement);
  }
  await services.consoles.reload();
  note(vscode.l10n.t('Signed in to {0}', entry.name));
  return true;
}
