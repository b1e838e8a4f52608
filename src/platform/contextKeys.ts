import * as vscode from 'vscode';

/** Every context key and what it is before anything is known; a test compares the list with the manifest. */
export const contextKeyDefaults = {
  /** Some workspace folder has an `ordinance.yaml` that names a console. */
  'ordinance.hasConsoles': false,
  /** An `ordinance.yaml` exists but names no console that can be used. */
  'ordinance.hasEmptyConsoleFile': false,
  /** A push of this session can be undone. */
  'ordinance.canUndoPush': false,
} satisfies Record<`ordinance.${string}`, boolean>;

export type ContextKey = keyof typeof contextKeyDefaults;

/** The only writer of context keys. */
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
