import * as vscode from 'vscode';
import { policyKinds } from '../../core/policy/families.ts';
import type { Settings } from '../platform/settings.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { isCancelled, messageOf } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import { asOperation } from '../../core/util/operation.ts';
import type { ConsoleHandle, ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';

export interface BackgroundRefreshDeps {
  readonly consoles: ConsoleRegistry;
  readonly syncs: ConsoleSyncs;
  readonly files: PolicyFiles;
  readonly view: { readonly isVisible: boolean };
  readonly settings: Settings;
  readonly log: Logger;
}

/**
 * Reads live of pulled policies now and then, to show what others changed, while somebody looks: the window has the
 * focus and the Policies view or a policy file is in sight. Never moves a base, and never says a word but in the log.
 */
export class BackgroundRefresh implements Disposable {
  readonly #deps: BackgroundRefreshDeps;
  readonly #disposables = new DisposableStore();
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #readAt = Date.now();
  #reading = false;

  constructor(deps: BackgroundRefreshDeps) {
    this.#deps = deps;
    this.#disposables.add(
      deps.settings.onDidChange((id) => {
        if (id === 'ordinance.refresh.intervalMinutes') {
          this.#arm();
        }
      }),
    );
    this.#disposables.add(vscode.window.onDidChangeWindowState(() => this.#arm()));
    this.#arm();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#controller.abort();
    this.#disposables.dispose();
  }

  /** Sets the clock to the next reading; a window without the focus has none. */
  #arm(): void {
    clearTimeout(this.#timer);
    const interval = this.#deps.settings.refreshIntervalMs;
    if (interval > 0 && vscode.window.state.focused && !this.#reading) {
      const wait = Math.max(1000, this.#readAt + interval - Date.now());
      this.#timer = setTimeout(() => void this.#read(), wait);
    }
  }

  /** Never rejects. */
  async #read(): Promise<void> {
    this.#reading = true;
    try {
      if (this.#isLookedAt()) {
        for (const console of this.#deps.consoles.consoles) {
          if (console.access === 'ready') {
            await asOperation(() => this.#readConsole(console));
          }
        }
      }
    } finally {
      this.#reading = false;
      this.#readAt = Date.now();
      if (!this.#disposables.isDisposed) {
        this.#arm();
      }
    }
  }

  /** One request at a time: nobody waits for this. The first failure ends it until the next time. */
  async #readConsole(console: ConsoleHandle): Promise<void> {
    const { syncs, files, log } = this.#deps;
    for (const kind of policyKinds) {
      if (this.#controller.signal.aborted || !vscode.window.state.focused) {
        return;
      }
      try {
        if (await files.find(console, kind.name)) {
          await syncs.of(console).refresh(kind, this.#controller.signal);
        }
      } catch (error) {
        if (!isCancelled(error)) {
          log.debug(`background reading of ${console.entry.name}/${kind.name}: ${messageOf(error)}`);
        }
        return;
      }
    }
  }

  #isLookedAt(): boolean {
    return (
      this.#deps.view.isVisible ||
      vscode.window.visibleTextEditors.some(({ document }) => this.#deps.files.at(document.uri) !== undefined)
    );
  }
}
