import * as vscode from 'vscode';
import { showMessage } from '../platform/dialogs.ts';
import type { RecoveredPush } from '../../core/sync/outcomes.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { isCanceled, messageOf } from '../../core/util/errors.ts';
import { l10n } from '../../core/util/l10n.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { Consoles } from '../workspace/consoles.ts';
import { sentence } from '../../core/util/sentence.ts';
import { pushResultWords } from '../workspace/pushWords.ts';

/** The delay before the next check of an unresolved push doubles each time, up to the longest delay. */
const firstLookMs = 30_000;
const longestMs = 5 * 60_000;

/**
 * The class settles unresolved pushes of this session or an earlier one. It checks as soon as requests are allowed, and
 * again while the sent policy may still arrive. A person gets a message when any check settles a push or corrects its
 * result.
 */
export class OpenPushes implements Disposable {
  readonly #consoles: Consoles;
  readonly #syncs: ConsoleSyncs;
  readonly #log: Logger;
  readonly #disposables = new DisposableStore();
  readonly #controller = new AbortController();
  readonly #seen = new Set<string>();
  /** Keys are ids of consoles. */
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(consoles: Consoles, syncs: ConsoleSyncs, log: Logger) {
    this.#consoles = consoles;
    this.#syncs = syncs;
    this.#log = log;
    this.#disposables.addAll(
      consoles.onDidChange(() => {
        for (const console of consoles.consoles) {
          if (console.access === 'ready' && !this.#seen.has(console.id)) {
            this.#seen.add(console.id);
            void this.#recover(console, firstLookMs, true);
          }
        }
      }),
      syncs.onDidSettle((settled) => this.#showMessage(settled)),
      syncs.onDidLeaveOpen((consoleId) => this.#arm(consoleId, firstLookMs)),
    );
  }

  dispose(): void {
    this.#controller.abort();
    this.#timers.forEach((timer) => clearTimeout(timer));
    this.#disposables.dispose();
  }

  /** Looks again after `ms`. */
  #arm(consoleId: string, ms: number): void {
    clearTimeout(this.#timers.get(consoleId));
    const timer = setTimeout(() => {
      const console = this.#consoles.get(consoleId);
      if (console?.access === 'ready') {
        void this.#recover(console, Math.min(2 * ms, longestMs), false);
      } else {
        // The push is checked again when requests are allowed.
        this.#seen.delete(consoleId);
      }
    }, ms);
    this.#timers.set(consoleId, timer);
  }

  /** Never rejects. The event reports the settled pushes. */
  async #recover(console: ConsoleHandle, next: number, isFirst: boolean): Promise<void> {
    let isDue = true;
    try {
      const recovered = await this.#syncs.of(console).recover(this.#controller.signal);
      const open = recovered.filter(({ isOpen }) => isOpen);
      if (open.length > 0 && isFirst) {
        this.#showMessage(open);
      }
      isDue = open.some(({ mayArriveUntil, isFailed }) => mayArriveUntil ?? isFailed);
    } catch (error) {
      if (!isCanceled(error)) {
        this.#log.warn(`open pushes of ${console.entry.name} were not settled: ${messageOf(error)}`);
      }
    }
    if (isDue && !this.#controller.signal.aborted) {
      this.#arm(console.id, next);
    }
  }

  #showMessage(pushes: readonly RecoveredPush[]): void {
    for (const { ref, verdict, reason, corrects } of pushes) {
      const had = corrects === undefined ? 'was left open' : `had ended as ${corrects}`;
      this.#log.warn(
        `a push of ${ref.console}/${ref.policy} ${had}: ${verdict}${reason ? `: ${reason}` : ''}`,
      );
    }
    showMessage('warning', pushes.map(words).join(' '), {
      label: vscode.l10n.t('Show History'),
      run: () => vscode.commands.executeCommand('_ordinance.history.reveal', pushes[0]?.pushId),
    });
  }
}

function words({
  verdict,
  reason,
  mayArriveUntil,
  isFailed,
  corrects,
  hadEnded,
  ref: { policy, console },
}: RecoveredPush): string {
  if (corrects !== undefined) {
    return l10n.t(
      'Correction: the push of {0} to {1}, recorded as "{2}", is on the console. It was applied late, or someone made the same change.',
      policy,
      console,
      pushResultWords(corrects),
    );
  }
  // The push ended with an unknown result, which the person knows; "interrupted" would be wrong.
  const push = hadEnded
    ? l10n.t('the push of {0} to {1}', policy, console)
    : l10n.t('an interrupted push of {0} to {1}', policy, console);
  const said: Readonly<Record<typeof verdict, string>> = {
    applied:
      reason === undefined
        ? l10n.t('{0} was applied.', push)
        : l10n.t(
            '{0} was applied late and overwrote newer changes. Compare the file with the live policy.',
            push,
          ),
    'not-applied': l10n.t('{0} was not applied.', push),
    'foreign-change': l10n.t(
      'after {0}, the live policy equaled neither the pushed nor the previous policy. Compare the file with the live policy.',
      push,
    ),
    unknown: mayArriveUntil
      ? l10n.t(
          'unresolved: {0}. Until {1} the console may still apply it. Ordinance checks it again and reports the result.',
          push,
          mayArriveUntil.toLocaleTimeString(),
        )
      : isFailed
        ? l10n.t(
            'unresolved: {0}. Could not read the live policy. Ordinance reads it again and reports the result.',
            push,
          )
        : l10n.t('could not confirm whether {0} was applied. Compare the file with the live policy.', push),
  };
  return sentence(said[verdict]);
}
