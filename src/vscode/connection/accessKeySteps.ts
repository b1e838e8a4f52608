import * as vscode from 'vscode';
import type { Objection } from '../platform/inputBoxes.ts';
import type { AskStep } from '../platform/multiStepInput.ts';
import type { StoredAccessKey } from '../platform/secrets.ts';
import { bareSecret, hasInvisibleCharacters } from '../../core/util/bareSecret.ts';
import { passOnUnexpected } from '../../core/util/errors.ts';

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
      ? vscode.l10n.t('It contains a line break or another invisible character.')
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
      ? { message: vscode.l10n.t('{0} Type it again, or go back.', message), mayInsist: false }
      : { message: [message, error.advice ?? ''].join(' ').trim(), mayInsist: true };
  }
}
