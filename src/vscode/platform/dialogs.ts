import * as vscode from 'vscode';
import { CanceledError } from '../../core/util/errors.ts';
import { inertLine } from '../../core/util/inertText.ts';

interface Confirmation {
  /** The question names the target and the count. */
  readonly message: string;
  /**
   * Details, one line each. An empty line separates paragraphs. A line break in a name does not start a new
   * line.
   */
  readonly detail: readonly string[];
  /** The verb on the button, for example "Push". */
  readonly verb: string;
}

/** A confirmation of an action that cannot be undone. */
interface Loss extends Confirmation {
  /**
   * A harmless action that has the focus instead of the verb, so that a second Enter for an earlier question
   * confirms nothing. An action that only cancels belongs into `back`.
   */
  readonly first: Action;
  /** The label of the button that cancels, which the Escape key presses. */
  readonly back: string;
}

/**
 * A modal question. Every answer except the verb cancels. Use `confirmLoss` where an answer loses something.
 */
export async function confirm({ message, detail, verb }: Confirmation): Promise<void> {
  if ((await choose(message, detail, [verb])) !== verb) {
    throw new CanceledError();
  }
}

/** A question whose answer loses something. Enter alone does not confirm. */
export async function confirmLoss({ message, detail, verb, first, back }: Loss): Promise<void> {
  const answer = await choose(message, detail, [first.label, verb], back);
  if (answer === first.label) {
    await first.run();
  }
  if (answer !== verb) {
    throw new CanceledError();
  }
}

/**
 * A modal question with several answers. `out` is the answer that cancels; without it, VS Code adds a button
 * whose answer is undefined.
 */
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

/** Shows a short note in the status bar, for a success that needs no answer. */
export function note(message: string): void {
  vscode.window.setStatusBarMessage(inertLine(message), 6000);
}

/**
 * Asks for one item of a list. Throws CanceledError when the person cancels. Icons of items are their
 * `iconPath`.
 */
export async function pick<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions,
): Promise<T> {
  const { shown, originalOf } = inertItems(items);
  const picked = await vscode.window.showQuickPick(shown, inertOptions(options));
  if (!picked) {
    throw new CanceledError();
  }
  return originalOf(picked);
}

/** Asks for any number of items of a list. Throws CanceledError when the person cancels. */
export async function pickMany<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions,
): Promise<readonly T[]> {
  const { shown, originalOf } = inertItems(items);
  const picked = await vscode.window.showQuickPick(shown, { ...inertOptions(options), canPickMany: true });
  if (!picked) {
    throw new CanceledError();
  }
  return picked.map(originalOf);
}

function inertOptions({ title, placeHolder, ...more }: vscode.QuickPickOptions): vscode.QuickPickOptions {
  return {
    ...more,
    ...(title === undefined ? {} : { title: inertLine(title) }),
    ...(placeHolder === undefined ? {} : { placeHolder: inertLine(placeHolder) }),
  };
}

interface InertItems<T> {
  readonly shown: readonly T[];
  /** The item behind a shown item, with its original texts. */
  readonly originalOf: (shown: T) => T;
}

/** Items with inert texts: a name becomes neither an icon nor a link. */
export function inertItems<T extends vscode.QuickPickItem>(items: readonly T[]): InertItems<T> {
  const shown = items.map((item) => ({
    ...item,
    label: inertLine(item.label),
    ...(item.description === undefined ? {} : { description: inertLine(item.description) }),
    ...(item.detail === undefined ? {} : { detail: inertLine(item.detail) }),
  }));
  return { shown, originalOf: (item) => items[shown.indexOf(item)] ?? item };
}
