import * as vscode from 'vscode';
import { note } from '../../platform/dialogs.ts';
import { multiStepInput, type Step } from '../../platform/multiStepInput.ts';
import type { Agreement, StoredSspmCredential } from '../../platform/secrets.ts';
import { bareSecret } from '../../../core/util/bareSecret.ts';
import { ExpectedError } from '../../../core/util/errors.ts';
import { authorityOf } from '../../workspace/authority.ts';
import { ensureTrusted } from '../../connection/ensureTrusted.ts';
import type { PostureSource } from '../postureSources.ts';
import {
  keySteps,
  objectionTo,
  type AccessKeyAnswers,
  confirmAgreement,
} from '../../connection/accessKeySteps.ts';
import { chooseSource, type PostureTarget, type Posture } from './postureTarget.ts';

interface Answers extends AccessKeyAnswers {
  kind: 'token' | 'client' | 'command';
  token: string;
}

/** Asks for the source of tokens, checks it with the service, and stores the credential for the origin of the service. */
export async function signIn(posture: Posture, target: PostureTarget): Promise<boolean> {
  ensureTrusted();
  const source = await chooseSource(posture, target, ({ access }) => access === 'signed-out');
  const { entry, folder } = source.console;
  const { name } = entry;
  const authority = await authorityOf(entry, folder.uri);
  const trusted = authority === undefined ? {} : { authority };
  const agreement = agreementFor(source, entry.sspmTokenUrl, trusted);
  const stored = await posture.secrets.sspmCredential(source.origin);
  const typedFor = stored && agreementFor(source, tokenAddressOf(stored) ?? entry.sspmTokenUrl, stored);
  await confirmAgreement(entry, agreement, typedFor ? [typedFor] : []);
  const answers: Answers = { kind: 'client', token: '', id: '', secret: '' };
  await multiStepInput(
    vscode.l10n.t('Sign In to the SSPM Service of {0}', name),
    stepsFor(source, (credential, signal) =>
      posture.sources.check(source, { ...credential, ...trusted }, signal),
    ),
    answers,
  );
  if (answers.kind === 'command') {
    await vscode.commands.executeCommand('workbench.action.openSettings', 'ordinance.sspm.tokenCommands');
    return false;
  }
  await posture.secrets.storeSspm(source.origin, { ...credentialOf(source, answers), ...trusted });
  posture.readings.forget(source.id);
  await posture.sources.reload();
  note(vscode.l10n.t('Signed in to the SSPM service of {0}', name));
  return true;
}

/** Forgets the credential of a service and its answers. */
export async function signOut(posture: Posture, target: PostureTarget): Promise<void> {
  const source = await chooseSource(posture, target);
  await posture.secrets.deleteSspm(source.origin);
  posture.readings.forget(source.id);
  await posture.sources.reload();
  note(vscode.l10n.t('Signed out of the SSPM service of {0}', source.console.entry.name));
}

function stepsFor(
  source: PostureSource,
  check: (credential: StoredSspmCredential, signal: AbortSignal) => Promise<void>,
): readonly Step<Answers>[] {
  const tokenUrl = source.console.entry.sspmTokenUrl;
  const tokenOrigin = tokenUrl === undefined ? '' : new URL(tokenUrl).origin;
  const kinds: readonly (vscode.QuickPickItem & { readonly how: Answers['kind'] })[] = [
    {
      label: vscode.l10n.t('OAuth2 client'),
      description: vscode.l10n.t('client id and secret; Ordinance renews the tokens'),
      how: 'client',
    },
    {
      label: vscode.l10n.t('Token'),
      description: vscode.l10n.t('paste a bearer token; it expires after a few minutes'),
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
      const active = kinds.find(({ how }) => how === state.kind);
      state.kind = (await input.pick(vscode.l10n.t('Where does the token come from?'), kinds, active)).how;
      if (state.kind === 'client' && tokenUrl === undefined) {
        throw new ExpectedError(
          'no-token-address',
          vscode.l10n.t('{0} has no token address.', source.console.entry.name),
          { advice: vscode.l10n.t('Write it as sspmTokenUrl in ordinance.yaml.') },
        );
      }
    },
    {
      when: ({ kind }) => kind === 'token',
      async ask(input, state) {
        state.token = await input.ask({
          prompt: vscode.l10n.t('Bearer token; Ordinance sends it to {0} only', source.origin),
          password: true,
          validate: (text) =>
            /^[\x21-\x7e]+$/.test(bareSecret(text))
              ? undefined
              : vscode.l10n.t('A token is one word of plain characters.'),
          check: (typed, signal) =>
            objectionTo(check(credentialOf(source, { ...state, token: typed }), signal)),
        });
      },
    },
    ...keySteps<Answers>(
      {
        id: () => vscode.l10n.t('Client id for {0}', tokenOrigin),
        secret: () =>
          vscode.l10n.t(
            'Client secret; Ordinance sends it to {0} only, and the resulting token to {1} only',
            tokenOrigin,
            source.origin,
          ),
      },
      (key, state, signal) => check(credentialOf(source, { ...state, ...key }), signal),
    ).map((ask) => ({ when: ({ kind }: Answers) => kind === 'client', ask })),
  ];
}

/** A secret of a client goes to the exact token address, not only to its origin. */
function agreementFor(
  { origin }: PostureSource,
  tokenUrl: string | undefined,
  { authority }: Pick<Agreement, 'authority'>,
): Agreement {
  const trusted = authority === undefined ? {} : { authority };
  return { address: origin, login: tokenUrl ?? origin, ...trusted };
}

/** A pasted token has no token address. */
function tokenAddressOf(credential: StoredSspmCredential): string | undefined {
  return credential.kind === 'client' ? credential.tokenUrl : undefined;
}

function credentialOf(source: PostureSource, { kind, token, id, secret }: Answers): StoredSspmCredential {
  const tokenUrl = source.console.entry.sspmTokenUrl ?? '';
  return kind === 'token' ? { kind, token: bareSecret(token) } : { kind: 'client', id, secret, tokenUrl };
}
