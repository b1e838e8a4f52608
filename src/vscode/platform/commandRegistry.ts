import * as vscode from 'vscode';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { isCanceled, isExpected, type ExpectedError } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import { asOperation } from '../../core/util/operation.ts';
import type { CommandId } from './commandIds.ts';
import { reportActions, showMessage, type Action } from './dialogs.ts';
import { helpActions } from './helpActions.ts';

/**
 * All commands, and the buttons of messages, run through this class. A cancellation is silent. An
 * `ExpectedError` becomes one message with advice and buttons. Any other error is a bug: it shows a generic
 * message, and only the log has the stack. A failed command returns undefined.
 */
export class CommandRegistry extends DisposableOwner {
  readonly #log: Logger & { show(): void };

  constructor(log: Logger & { show(): void }) {
    super();
    this.#log = log;
    reportActions((label, error) => this.report(`"${label}" of a message`, error));
  }

  register(id: CommandId, handler: (...args: unknown[]) => unknown): void {
    const run = async (...args: unknown[]): Promise<unknown> => {
      try {
        return await asOperation(() => handler(...args));
      } catch (error) {
        this.report(id, error, args, () => void run(...args));
        return undefined;
      }
    };
    this.disposables.add(vscode.commands.registerCommand(id, run));
  }

  /** Reports a failure of work that a command started without waiting, and of event listeners. */
  report(what: string, error: unknown, args: readonly unknown[] = [], retry?: () => void): void {
    if (isCanceled(error)) {
      this.#log.debug(`${what}: canceled`);
      return;
    }
    const showLog: Action = { label: vscode.l10n.t('Show Log'), run: () => this.#log.show() };
    if (isExpected(error)) {
      this.#log.warn(`${what}: ${error.code}: ${error.message}${error.detail ? `\n${error.detail}` : ''}`);
      const help = helpActions(error, { what, args, retry });
      // The button appears only where the log has more details than the message.
      showMessage('error', sentence(error), ...help, ...(error.detail && help.length > 0 ? [showLog] : []));
      return;
    }
    this.#log.error(`${what} failed unexpectedly`);
    this.#log.error(error instanceof Error ? error : String(error));
    showMessage(
      'error',
      vscode.l10n.t('Ordinance ran into an unexpected error. The log has the details.'),
      showLog,
    );
  }
}

function sentence(error: ExpectedError): string {
  const message = /[.!?\u2026]$/.test(error.message) ? error.message : `${error.message}.`;
  return error.advice ? `${message} ${error.advice}` : message;
}

/** The number of attempts to find the focused row: more than the levels of a tree that is drawn as a whole. */
const MAX_ASKS = 100;

/**
 * Finds the rows for a key of a view: the focused row, or the whole selection when the focused row is part of
 * it, as in the Explorer. VS Code passes the focused row to the command, but none during a redraw. The window
 * always knows its focus, so Ordinance asks again until VS Code passes the row. An earlier selection never
 * replaces the focus.
 */
export class KeyRows<T extends { readonly id: string }> extends DisposableOwner {
  readonly #view: Pick<vscode.TreeView<T>, 'selection'>;
  /** The window calls this command and fills in the row. */
  readonly #ask: { readonly command: string; readonly args: readonly unknown[] };
  #answer: T | undefined;

  constructor(viewId: string, view: Pick<vscode.TreeView<T>, 'selection'>) {
    super();
    this.#view = view;
    this.#ask = { command: `_${viewId}.focusedRow`, args: [{ $treeViewId: viewId, $focusedTreeItem: true }] };
    this.disposables.add(
      vscode.commands.registerCommand(this.#ask.command, (row: T | null) => {
        this.#answer = row ?? undefined;
      }),
    );
  }

  /** The rows for the argument of a key. Empty when no row has the focus. */
  async at(key: unknown): Promise<readonly T[]> {
    let row = (key as { readonly focused?: T | null }).focused ?? undefined;
    for (let asks = 0; !row && asks < MAX_ASKS; asks++) {
      await vscode.commands.executeCommand('runCommands', { commands: [this.#ask] });
      row = this.#answer;
    }
    const { selection } = this.#view;
    return row && !selection.some(({ id }) => id === row.id) ? [row] : row ? selection : [];
  }
}

let owners = 0;

/**
 * Commands without arguments for rows that are drawn often. VS Code keeps the arguments of a command only
 * until the row is drawn again, so a late click ends in "Actual command not found". Each command of this
 * class belongs to one row and keeps its action.
 */
export class StandingCommands extends DisposableOwner {
  /** Several views may show the same rows. */
  readonly #owner = ++owners;
  readonly #arguments = new Map<string, readonly unknown[]>();

  /** @param row identifies the row. For the same row and command, the latest arguments count. */
  of(row: string, { command, title, arguments: args = [] }: vscode.Command): vscode.Command {
    if (args.length === 0) {
      return { command, title };
    }
    // The id lacks the prefix of visible commands and starts with the sign that VS Code hides from its lists.
    const id = `_ordinance.${this.#owner} ${command} ${row}`;
    if (!this.#arguments.has(id)) {
      this.disposables.add(
        vscode.commands.registerCommand(id, async () => {
          await vscode.commands.executeCommand(command, ...(this.#arguments.get(id) ?? []));
        }),
      );
    }
    this.#arguments.set(id, args);
    return { command: id, title };
  }
}
