import * as vscode from 'vscode';
import { CanceledError } from '../../core/util/errors.ts';
import { inertLine, visibleLine } from '../../core/util/inertText.ts';
import { inertItems } from './inertItems.ts';

export interface Confirmation {
  /** Names the target and the count. */
  readonly message: string;
  /** The details, a line each; an empty one sets apart. A name in a line cannot make another one. */
  readonly detail: readonly string[];
  /** The verb on the button, for example "Push". */
  readonly verb: string;
}

/** A confirmation of an action that cannot be undone. */
export interface Loss extends Confirmation {
  /**
   * Loses nothing, and has the keyboard in place of the verb, so that a second Enter, meant for what was asked before, does not go
   * on. Nothing that only leads out: that is `back`.
   */
  readonly first: Action;
  /** The label of the button that cancels, which the Escape key presses. */
  readonly back: string;
}

/** Modal; anything but the verb is a cancellation. Where something is lost by it: `confirmLoss`. */
export async function confirm({ message, detail, verb }: Confirmation): Promise<void> {
  if ((await choose(message, detail, [verb])) !== verb) {
    throw new CanceledError();
  }
}

/** Confirms a loss. Enter alone does not confirm. */
export async function confirmLoss({ message, detail, verb, first, back }: Loss): Promise<void> {
  const answer = await choose(message, detail, [first.label, verb], back);
  if (answer === first.label) {
    await first.run();
  }
  if (answer !== verb) {
    throw new CanceledError();
  }
}

/** Modal with several ways on. `out` is the one that leads out; else the editor adds one that does, which is undefined. */
export async function choose<T extends string>(
  message: string,
  detail: readonly string[],
  answers: readonly T[],
  out?: T,
): Promise<T | undefined> {
  const all = out === undefined ? answers : [...answers, out];
  const shown = all.map((answer) => ({ title: inertLine(answer), isCloseAffordance: answer === out }));
  const options = { modal: true, detail: detail.map((line) => inertLine(line)).join('\n') };
  const picked = await vscode.window.showWarningMessage(inertLine(message), options, ...shown);
  return picked && all[shown.indexOf(picked)];
}

/** Asks until exactly `expected` is typed, or what can be seen of it; anything else can only be a cancellation. */
export async function askToType(title: string, prompt: string, expected: string): Promise<void> {
  const isIt = (typed: string): boolean => typed === expected || typed === visibleLine(expected);
  await askText({
    title,
    prompt,
    placeHolder: expected,
    ignoreFocusOut: true,
    validate: (typed) => (isIt(typed) ? undefined : vscode.l10n.t('Type {0} to continue.', expected)),
  });
}

export interface InputQuestion {
  readonly title?: string;
  readonly prompt: string;
  /** The real value, whatever is in it. */
  readonly value?: string;
  readonly placeHolder?: string;
  readonly ignoreFocusOut?: boolean;
  /** Why the text cannot be used, shown while typing; undefined when it can. */
  readonly validate?: (text: string) => string | undefined;
}

/** A text, as it was typed; a cancellation when the user gave up. */
export async function askText({
  title,
  prompt,
  placeHolder,
  validate,
  ...more
}: InputQuestion): Promise<string> {
  const problem = (text: string): string | undefined => {
    const said = validate?.(text);
    return said === undefined ? undefined : inertLine(said);
  };
  const typed = await vscode.window.showInputBox({
    ...more,
    prompt: inertLine(prompt),
    ...(title === undefined ? {} : { title: inertLine(title) }),
    ...(placeHolder === undefined ? {} : { placeHolder: inertLine(placeHolder) }),
    validateInput: problem,
  });
  if (typed === undefined || problem(typed) !== undefined) {
    throw new CanceledError();
  }
  return typed;
}

export interface Action {
  readonly label: string;
  run(): unknown;
}

let reportFailure: (label: string, error: unknown) => void = () => undefined;

/** Sets the reporter for failed message actions, because the caller of a message does not await its actions. */
export function reportActions(report: (label: string, error: unknown) => void): void {
  reportFailure = report;
}

/** Shows a message without waiting for its end. The text is inert, because VS Code would make links of it. */
export function showMessage(
  level: 'info' | 'warning' | 'error',
  message: string,
  ...actions: readonly Action[]
): void {
  const show = {
    info: vscode.window.showInformationMessage,
    warning: vscode.window.showWarningMessage,
    error: vscode.window.showErrorMessage,
  }[level];
  const labels = actions.map(({ label }) => inertLine(label));
  void show(inertLine(message), ...labels).then(async (label) => {
    try {
      await (label === undefined ? undefined : actions[labels.indexOf(label)]?.run());
    } catch (error) {
      reportFailure(label ?? '', error);
    }
  });
}

/** A passing note in the status bar, for success nobody needs to answer. */
export function note(message: string): void {
  vscode.window.setStatusBarMessage(inertLine(message), 6000);
}

/** One item of a list; a cancellation when the user gave up. Icons of items are their `iconPath`. */
export async function pick<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions,
): Promise<T> {
  const { shown, given } = inertItems(items);
  const picked = await vscode.window.showQuickPick(shown, inertOptions(options));
  if (!picked) {
    throw new CanceledError();
  }
  return given(picked);
}

/** Any number of items of a list; a cancellation when the user gave up. */
export async function pickMany<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions,
): Promise<readonly T[]> {
  const { shown, given } = inertItems(items);
  const picked = await vscode.window.showQuickPick(shown, { ...inertOptions(options), canPickMany: true });
  if (!picked) {
    throw new CanceledError();
  }
  return picked.map(given);
}

function inertOptions({ title, placeHolder, ...more }: vscode.QuickPickOptions): vscode.QuickPickOptions {
  return {
    ...more,
    ...(title === undefined ? {} : { title: inertLine(title) }),
    ...(placeHolder === undefined ? {} : { placeHolder: inertLine(placeHolder) }),
  };
}
