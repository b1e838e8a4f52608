import * as vscode from 'vscode';
import type { Step } from '../platform/multiStepInput.ts';
import { choose } from '../platform/dialogs.ts';
import { withProgress } from '../platform/progress.ts';
import type { StoredAccessKey } from '../platform/secrets.ts';
import { isExpected } from '../util/errors.ts';

export interface AccessKeyAnswers {
  id: string;
  secret: string;
}

/** Asks for an access key; `origins` are the only places it will be sent to, and are named. */
export function accessKeySteps<State extends AccessKeyAnswers>(
  origins: (state: State) => readonly string[],
): readonly Step<State>[] {
  const required = (text: string): string | undefined =>
    text === '' ? vscode.l10n.t('This cannot be empty.') : undefined;
  return [
    async (input, state) => {
      state.id = await input.ask({
        prompt: vscode.l10n.t('Access key or user name for {0}', origins(state).join(', ')),
        value: state.id,
        validate: required,
      });
    },
    async (input, state) => {
      state.secret = await input.ask({
        prompt: vscode.l10n.t('Secret of {0}; it is sent to {1} only', state.id, origins(state).join(', ')),
        password: true,
        validate: required,
      });
    },
  ];
}

/** How a check ended: `no` means ask again. Gives up with what the check threw only when it is a bug. */
export async function checkKey(
  name: string,
  key: StoredAccessKey,
  check: (key: StoredAccessKey, signal: AbortSignal) => Promise<void>,
): Promise<'accepted' | 'unchecked' | 'no' | 'cancelled'> {
  try {
    await withProgress(
      { title: vscode.l10n.t('Connecting to {0}', name), location: 'notification', cancellable: true },
      (signal) => check(key, signal),
    );
    return 'accepted';
  } catch (error) {
    if (!isExpected(error)) {
      throw error;
    }
    const again = vscode.l10n.t('Try Again');
    const anyway = vscode.l10n.t('Save Without Check');
    // A key the console refused is of no use; an address that cannot be reached now may be right all the same.
    const answers = error.code === 'unauthorised' ? [again] : [again, anyway];
    const answer = await choose(error.message, error.advice ?? '', ...answers);
    if (answer === anyway) {
      return 'unchecked';
    }
    return answer === again ? 'no' : 'cancelled';
  }
}
