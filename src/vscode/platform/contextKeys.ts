import * as vscode from 'vscode';
import { contextKeyDefaults, type ContextKey } from './contextKeyDefaults.ts';

/** Writes the context keys. No other code writes them. */
export class ContextKeys {
  readonly #values = new Map<ContextKey, boolean>();

  constructor() {
    for (const [key, value] of Object.entries(contextKeyDefaults)) {
      this.set(key as ContextKey, value);
    }
  }

  set(key: ContextKey, value: boolean): void {
    if (this.#values.get(key) !== value) {
      this.#values.set(key, value);
      void vscode.commands.executeCommand('setContext', key, value);
    }
  }
}
