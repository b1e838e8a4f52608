import * as vscode from 'vscode';
import type { Objection } from '../platform/inputBoxes.ts';
import type { AskStep } from '../platform/multiStepInput.ts';
import type { StoredAccessKey, Agreement } from '../platform/secrets.ts';
import { bareSecret, hasInvisibleCharacters } from '../../core/util/bareSecret.ts';
import { passOnUnexpected } from '../../core/util/errors.ts';
import type { ConsoleEntry } from '../../core/consoleFile/consoleEntry.ts';
import { confirm } from '../platform/dialogs.ts';

export interface AccessKeyAnswers {
  id: string;
  secret: string;
}

/** The prompts for the two parts of a key. They name each address that gets the key. */
interface KeyPrompts<State> {
  id(state: State): string;
  secret(state: State): string;
}

/** The steps that ask for an access key. Ordinance sends the key only to `origins`, which the prompt names. */
export function accessKeySteps<State extends AccessKeyAnswers>(
  origins: (state: State) => readonly string[],
  check: (key: StoredAccessKey, state: State, signal: AbortSignal) => Promise<void>,
): readonly AskStep<State>[] {
  return keySteps(
    {
      id: (state) => vscode.l10n.t('Access key or user name for {0}', origins(state).join(', ')),
      secret: (state) => secretPrompt(state.id, origins(state)),
    },
    check,
  );
}

/** The steps that ask for a key. The key is checked before its box closes, so that a person can correct a wrong secret there. */
export function keySteps<State extends AccessKeyAnswers>(
  prompts: KeyPrompts<State>,
  check: (key: StoredAccessKey, state: State, signal: AbortSignal) => Promise<void>,
): readonly AskStep<State>[] {
  return [
    async (input, state) => {
      const prompt = prompts.id(state);
      state.id = bareSecret(await input.ask({ prompt, value: state.id, validate: keyProblem }));
    },
    async (input, state) => {
      state.secret = bareSecret(
        await input.ask({
          prompt: prompts.secret(state),
          password: true,
          validate: keyProblem,
          check: (typed, signal) =>
            objectionTo(check({ id: state.id, secret: bareSecret(typed) }, state, signal)),
        }),
      );
    },
  ];
}

/** With a separate login service, the console gets a token, so the prompt names both. */
function secretPrompt(id: string, origins: readonly string[]): string {
  const [address = '', login] = origins;
  return login === undefined
    ? vscode.l10n.t('Secret of {0}; Ordinance sends it to {1} only', id, address)
    : vscode.l10n.t(
        'Secret of {0}; Ordinance sends it to {1} only, and tokens of {2} to {3}',
        id,
        origins.join(', '),
        login,
        address,
      );
}

/**
 * The reason why a text is no key or secret; undefined when it may be one. Space around the text is ignored.
 */
export function keyProblem(text: string): string | undefined {
  const key = bareSecret(text);
  return key === ''
    ? vscode.l10n.t('This cannot be empty.')
    : hasInvisibleCharacters(key)
      ? vscode.l10n.t('The text contains a line break or another invisible character.')
      : undefined;
}

/**
 * The objection to a key or an address that failed. A person cannot insist on a refused key, but on an
 * address that is only unreachable now.
 */
export async function objectionTo(work: Promise<void>): Promise<Objection | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    passOnUnexpected(error);
    const message = /[.!?\u2026]$/.test(error.message) ? error.message : `${error.message}.`;
    return error.code === 'unauthorized'
      ? { message: vscode.l10n.t('{0} Type the text again, or go back.', message), mayInsist: false }
      : { message: [message, error.advice ?? ''].join(' ').trim(), mayInsist: true };
  }
}

/**
 * Asks before a person types a key, because addresses and the file of authorities come with the repository.
 * The person confirms an own certificate authority, and each change since the last sign-in.
 */
export async function confirmAgreement(
  { name, caFile }: Pick<ConsoleEntry, 'name' | 'caFile'>,
  agreement: Agreement,
  agreed: readonly Agreement[],
): Promise<void> {
  const previous = closestAgreement(agreed, agreement);
  const verb = vscode.l10n.t('Trust');
  const warning =
    agreement.authority === undefined
      ? []
      : [
          '',
          vscode.l10n.t(
            "The owner of this authority's key can read everything you send there, secrets included. Ordinance asks again when the file changes.",
          ),
        ];
  if (previous) {
    await confirm({
      message: vscode.l10n.t(
        'The address of {0} changed since you signed in. Trust the new address in ordinance.yaml?',
        name,
      ),
      detail: [...changes(agreement, previous), ...warning],
      verb,
    });
  } else if (agreement.authority !== undefined) {
    const places = [...new Set([agreement.address, agreement.login])].join(', ');
    await confirm({
      message: vscode.l10n.t('Trust the certificate authority of {0} for {1}?', caFile ?? '', places),
      detail: [vscode.l10n.t('Fingerprint (SHA-256): {0}', agreement.authority), ...warning],
      verb,
    });
  }
}

/**
 * The earlier agreement that is most like this one; undefined without any, or when this one is among them. `agreed` is in the order of
 * time, the latest last.
 */
export function closestAgreement(agreed: readonly Agreement[], now: Agreement): Agreement | undefined {
  const likenessOf = (earlier: Agreement): number =>
    [
      earlier.address === now.address,
      earlier.login === now.login,
      earlier.authority === now.authority,
    ].filter(Boolean).length;
  if (agreed.some((earlier) => likenessOf(earlier) === 3)) {
    return undefined;
  }
  return agreed.toReversed().toSorted((a, b) => likenessOf(b) - likenessOf(a))[0];
}

function changes(agreement: Agreement, previous: Agreement): readonly string[] {
  const own = vscode.l10n.t('from this computer');
  const lines = [
    { what: vscode.l10n.t('Address'), is: agreement.address, was: previous.address },
    { what: vscode.l10n.t('Login'), is: agreement.login, was: previous.login },
    {
      what: vscode.l10n.t('Certificate authority (SHA-256)'),
      is: agreement.authority ?? own,
      was: previous.authority ?? own,
    },
  ];
  return lines.map(({ what, is, was }) =>
    is === was ? vscode.l10n.t('{0}: {1}', what, is) : vscode.l10n.t('{0}: {1} (was {2})', what, is, was),
  );
}
