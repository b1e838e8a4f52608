import * as vscode from 'vscode';
import type { Disposable } from '../util/disposable.ts';
import type { Logger } from '../util/logger.ts';

/** The "Ordinance" output channel. Every line passes `redact` on its way in. Log lines are not translated. */
export class Log implements Logger, Disposable {
  readonly #channel: vscode.LogOutputChannel;
  readonly #redact: (text: string) => string;

  constructor(redact: (text: string) => string) {
    this.#channel = vscode.window.createOutputChannel('Ordinance', { log: true });
    this.#redact = redact;
  }

  show(): void {
    this.#channel.show(true);
  }

  trace(message: string): void {
    this.#channel.trace(this.#redact(message));
  }

  debug(message: string): void {
    this.#channel.debug(this.#redact(message));
  }

  info(message: string): void {
    this.#channel.info(this.#redact(message));
  }

  warn(message: string): void {
    this.#channel.warn(this.#redact(message));
  }

  error(message: string | Error): void {
    this.#channel.error(this.#redact(typeof message === 'string' ? message : describe(message)));
  }

  dispose(): void {
    this.#channel.dispose();
  }
}

/** Stack and causes of an error. */
function describe(error: Error): string {
  const own = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause instanceof Error ? `${own}\ncaused by ${describe(error.cause)}` : own;
}
