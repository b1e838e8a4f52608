import * as vscode from 'vscode';
import { originsOf } from '../../core/consoleFile/consoleEntry.ts';
import { type AccessKeyAnswers, accessKeySteps, confirmAgreement } from '../connection/accessKeySteps.ts';
import { agreementOf, authorityOf } from '../workspace/authority.ts';
import { ensureTrusted } from '../connection/ensureTrusted.ts';
import { note } from '../platform/dialogs.ts';
import { multiStepInput } from '../platform/multiStepInput.ts';
import { chooseConsole, chooseReadyConsole } from '../targets/targets.ts';
import type { FeatureServices } from '../featureServices.ts';

/** Asks for an access key, checks it with the console, and stores it for the origins of the console. */
export async function signIn(services: FeatureServices, row?: unknown): Promise<boolean> {
  ensureTrusted();
  const console = await chooseConsole(services, row, ({ access }) => access === 'signed-out');
  const { entry, folder } = console;
  const origins = originsOf(entry);
  const agreement = agreementOf(entry, await authorityOf(entry, folder.uri));
  const agreed = await Promise.all(origins.map((origin) => services.secrets.agreements(origin)));
  await confirmAgreement(entry, agreement, agreed.flat());
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

/** Deletes the access key of a console, and with it that of all consoles at its address. Files stay. */
export async function signOut(services: FeatureServices, row?: unknown): Promise<void> {
  const { entry } = await chooseReadyConsole(services, row);
  const before = readyNames(services);
  for (const origin of originsOf(entry)) {
    await services.secrets.delete(origin);
  }
  await services.consoles.reload();
  const names = [
    entry.name,
    ...before.filter((name) => name !== entry.name && !readyNames(services).includes(name)),
  ];
  note(vscode.l10n.t('Signed out of {0}', names.join(', ')));
}

function readyNames({ consoles }: FeatureServices): readonly string[] {
  return consoles.consoles.flatMap(({ entry, access }) => (access === 'ready' ? [entry.name] : []));
}
