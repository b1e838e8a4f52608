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
