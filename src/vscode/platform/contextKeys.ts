import * as vscode from 'vscode';
import { contextKeyDefaults, type ContextKey } from './contextKeyDefaults.ts';

export interface ContextKeyWriter {
  set(key: string, value: boolean): void;
}

/** The only writer of context keys. */
export class ContextKeys implements ContextKeyWriter {
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
