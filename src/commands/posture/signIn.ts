import * as vscode from 'vscode';
import { note } from '../../platform/dialogs.ts';
import { multiStepInput, type Step } from '../../platform/multiStepInput.ts';
import type { Secrets, StoredSspmCredential } from '../../platform/secrets.ts';
import { CancelledError, ExpectedError } from '../../util/errors.ts';
import { ensureTrusted } from '../../workspace/connections.ts';
import type { PostureSource } from '../../workspace/postureSources.ts';
import { checkKey } from '../accessKeySteps.ts';
import { chooseSource } from './postureTarget.ts';
import type { PostureTools } from './postureTools.ts';

interface Answers {
  kind: 'token' | 'client' | 'command';
  token: string;
  id: string;
  secret: string;
}

type SigningIn = {
  readonly posture: PostureTools;
  readonly secrets: Pick<Secrets, 'storeSspm' | 'deleteSspm'>;
};

/** Asks how to get a token, checks it with the service, and keeps what was typed for the origin of the service. */
export async function signIn({ posture, secrets }: SigningIn, row?: unknown): Promise<boolean> {
  ensureTrusted();
  const source = await chooseSource(posture, row, ({ access }) => access === 'signed-out');
  const { name } = source.console.entry;
  let answers: Answers = { kind: 'token', token: '', id: '', secret: '' };
  for (;;) {
    answers = await multiStepInput(
      vscode.l10n.t('Sign In to the SSPM Service of {0}', name),
      stepsFor(source),
      answers,
    );
    if (answers.kind === 'command') {
      await vscode.commands.executeCommand('workbench.action.openSettings', 'ordinance.sspm.tokenCommands');
      return false;
    }
    const credential = credentialOf(source, answers);
    const checked = await checkKey(name, { id: '', secret: '' }, (_, signal) =>
      posture.check(source, credential, signal),
    );
    if (checked === 'cancelled') {
      throw new CancelledError();
    }
    if (checked !== 'no') {
      await secrets.storeSspm(source.origin, credential);
      posture.readings.forget(source.id);
      await posture.sources.reload();
      note(vscode.l10n.t('Signed in to the SSPM service of {0}', name));
      return true;
    }
  }
}

/** Forgets the credential of a service and what was read from it. */
export async function signOut({ posture, secrets }: SigningIn, row?: unknown): Promise<void> {
  const source = await chooseSource(posture, row);
  await secrets.deleteSspm(source.origin);
  posture.readings.forget(source.id);
  await posture.sources.reload();
  note(vscode.l10n.t('Signed out of the SSPM service of {0}', source.console.entry.name));
}

function stepsFor(source: PostureSource): readonly Step<Answers>[] {
  const required = (text: string): string | undefined =>
    text === '' ? vscode.l10n.t('This cannot be empty.') : undefined;
  const tokenUrl = source.console.entry.sspmTokenUrl;
  const tokenOrigin = tokenUrl === undefined ? '' : new URL(tokenUrl).origin;
  const kinds: readonly (vscode.QuickPickItem & { readonly how: Answers['kind'] })[] = [
    {
      label: vscode.l10n.t('OAuth2 client'),
      description: vscode.l10n.t('client id and secret; tokens are renewed by themselves'),
      how: 'client',
    },
    {
      label: vscode.l10n.t('Token'),
      description: vscode.l10n.t('paste a bearer token; it ends after a few minutes'),
      how: 'token',
    },
    {
      label: vscode.l10n.t('Command…'),
      description: vscode.l10n.t('a program that prints a token, named in your settings'),
      how: 'command',
    },
  ];
  return [
    async (input, state) => {
      state.kind = (await input.pick(vscode.l10n.t('Where does the token come from?'), kinds)).how;
      if (state.kind === 'client' && tokenUrl === undefined) {
        throw new ExpectedError(
          'no-token-address',
          vscode.l10n.t('{0} names no token address.', source.console.entry.name),
          { advice: vscode.l10n.t('Write it as sspmTokenUrl in ordinance.yaml.') },
        );
      }
    },
    async (input, state) => {
      if (state.kind === 'token') {
        state.token = await input.ask({
          prompt: vscode.l10n.t('Bearer token; it is sent to {0} only', source.origin),
          password: true,
          validate: (text) =>
            /^[\x21-\x7e]+$/.test(text)
              ? undefined
              : vscode.l10n.t('A token is one word of plain characters.'),
        });
      }
    },
    async (input, state) => {
      if (state.kind === 'client') {
        state.id = await input.ask({
          prompt: vscode.l10n.t('Client id for {0}', tokenOrigin),
          value: state.id,
          validate: required,
        });
      }
    },
    async (input, state) => {
      if (state.kind === 'client') {
        state.secret = await input.ask({
          prompt: vscode.l10n.t(
            'Client secret; it is sent to {0} only, the token it gives to {1} only',
            tokenOrigin,
            source.origin,
          ),
          password: true,
          validate: required,
        });
      }
    },
  ];
}

function credentialOf(source: PostureSource, { kind, token, id, secret }: Answers): StoredSspmCredential {
  const tokenUrl = source.console.entry.sspmTokenUrl ?? '';
  return kind === 'token' ? { kind, token } : { kind: 'client', id, secret, tokenUrl };
}
