import * as vscode from 'vscode';
import type { Disposable } from '../../core/util/disposable.ts';
import { visibleLine } from '../../core/util/inertText.ts';
import type { Logger } from '../../core/util/logger.ts';

/**
 * The "Ordinance" output channel. `redact` removes secrets from every text. A line break in a text of a
 * console never starts a new log entry. Log lines are not translated.
 */
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
    this.#channel.trace(this.#clean(message));
  }

  debug(message: string): void {
    this.#channel.debug(this.#clean(message));
  }

  info(message: string): void {
    this.#channel.info(this.#clean(message));
  }

  warn(message: string): void {
    this.#channel.warn(this.#clean(message));
  }

  error(message: string | Error): void {
    this.#channel.error(this.#clean(typeof message === 'string' ? message : describe(message)));
  }

  dispose(): void {
    this.#channel.dispose();
  }

  /** Later lines are indented, so that they do not look like entries. */
  #clean(message: string): string {
    return this.#redact(message)
      .split(/\r\n|\r|\n/)
      .map((line) => visibleLine(line))
      .join('\n  ');
  }
}

/** The stack and the causes of an error. */
function describe(error: Error): string {
  const own = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause instanceof Error ? `${own}\ncaused by ${describe(error.cause)}` : own;
}
