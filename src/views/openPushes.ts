import * as vscode from 'vscode';
import { tell } from '../platform/dialogs.ts';
import type { ConsoleSync } from '../sync/consoleSync.ts';
import type { RecoveredPush } from '../sync/outcomes.ts';
import { DisposableStore, type Disposable } from '../util/disposable.ts';
import { isCancelled, messageOf } from '../util/errors.ts';
import type { Logger } from '../util/logger.ts';
import type { ConsoleHandle, ConsoleRegistry } from '../workspace/consoleRegistry.ts';

interface Syncs {
  of(console: ConsoleHandle): Pick<ConsoleSync, 'recover'>;
}

/** Settles pushes that an earlier session left open, once per console, as soon as requests may be made. */
export class OpenPushes implements Disposable {
  readonly #syncs: Syncs;
  readonly #log: Logger;
  readonly #disposables = new DisposableStore();
  readonly #controller = new AbortController();
  readonly #seen = new Set<string>();

  constructor(consoles: ConsoleRegistry, syncs: Syncs, log: Logger) {
    this.#syncs = syncs;
    this.#log = log;
    this.#disposables.add(
      consoles.onDidChange(() => {
        for (const console of consoles.consoles) {
          if (console.access === 'ready' && !this.#seen.has(console.id)) {
            this.#seen.add(console.id);
            void this.#recover(console);
          }
        }
      }),
    );
  }

  dispose(): void {
    this.#controller.abort();
    this.#disposables.dispose();
  }

  /** Never rejects. */
  async #recover(console: ConsoleHandle): Promise<void> {
    try {
      const recovered = await this.#syncs.of(console).recover(this.#controller.signal);
      for (const { ref, verdict, reason } of recovered) {
        this.#log.warn(
          `a push of ${ref.console}/${ref.policy} was left open: ${verdict}${reason ? `: ${reason}` : ''}`,
        );
      }
      if (recovered.length > 0) {
        tell('warning', recovered.map(words).join(' '), {
          label: vscode.l10n.t('Show History'),
          run: () => vscode.commands.executeCommand('ordinance.history.focus'),
        });
      }
    } catch (error) {
      if (!isCancelled(error)) {
        this.#log.warn(`open pushes of ${console.entry.name} were not settled: ${messageOf(error)}`);
      }
    }
  }
}

function words({ verdict, ref: { policy, console } }: RecoveredPush): string {
  if (verdict === 'applied') {
    return vscode.l10n.t('An interrupted push of {0} to {1} was applied after all.', policy, console);
  }
  return verdict === 'not-applied'
    ? vscode.l10n.t('An interrupted push of {0} to {1} was not applied.', policy, console)
    : vscode.l10n.t(
        'It is not known whether an interrupted push of {0} to {1} was applied. Compare it with live.',
        policy,
        console,
      );
}
