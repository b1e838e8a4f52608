import * as vscode from 'vscode';
import { CancelledError } from '../util/errors.ts';

export interface Confirmation {
  /** Names the target and the count. */
  readonly message: string;
  /** The consequences. */
  readonly detail: string;
  /** The verb on the button, for example "Push". */
  readonly verb: string;
}

/** Modal; anything but the verb is a cancellation. */
export async function confirm({ message, detail, verb }: Confirmation): Promise<void> {
  const answer = await vscode.window.showWarningMessage(message, { modal: true, detail }, verb);
  if (answer !== verb) {
    throw new CancelledError();
  }
}

/** Modal with several ways on; undefined when the user gave up. */
export async function choose<T extends string>(
  message: string,
  detail: string,
  ...answers: readonly T[]
): Promise<T | undefined> {
  return vscode.window.showWarningMessage<T>(message, { modal: true, detail }, ...answers);
}

/** Asks until exactly `expected` is typed; anything else can only be a cancellation. */
export async function askToType(title: string, prompt: string, expected: string): Promise<void> {
  const typed = await vscode.window.showInputBox({
    title,
    prompt,
    placeHolder: expected,
    ignoreFocusOut: true,
    validateInput: (value) =>
      value === expected ? undefined : vscode.l10n.t('Type {0} to go on.', expected),
  });
  if (typed !== expected) {
    throw new CancelledError();
  }
}

export interface Action {
  readonly label: string;
  run(): unknown;
}

/** A message nobody waits for. */
export function tell(
  level: 'info' | 'warning' | 'error',
  message: string,
  ...actions: readonly Action[]
): void {
  const show = {
    info: vscode.window.showInformationMessage,
    warning: vscode.window.showWarningMessage,
    error: vscode.window.showErrorMessage,
  }[level];
  void show(message, ...actions.map((action) => action.label)).then((label) =>
    actions.find((action) => action.label === label)?.run(),
  );
}

/** A passing note in the status bar, for success nobody needs to answer. */
export function note(message: string): void {
  vscode.window.setStatusBarMessage(message, 6000);
}

/** One item of a list; a cancellation when the user gave up. */
export async function pick<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions,
): Promise<T> {
  const picked = await vscode.window.showQuickPick(items, options);
  if (!picked) {
    throw new CancelledError();
  }
  return picked;
}
