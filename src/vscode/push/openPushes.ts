import * as vscode from 'vscode';
import { tell } from '../platform/dialogs.ts';
import type { ConsoleSync } from '../../core/sync/consoleSync.ts';
import type { RecoveredPush } from '../../core/sync/outcomes.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { isCanceled, messageOf } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';
import type { ConsoleHandle, ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import { verdictWords } from '../workspace/verdictWords.ts';

/** Until the next look at a push that is open still; doubled each time. */
const firstLookMs = 30_000;
const longestMs = 5 * 60_000;

/**
 * Settles pushes that were left open, in this session or an earlier one: as soon as requests may be made, and again while
 * what was sent may still arrive. Whatever look settles one, or corrects the verdict of one that had ended, a person is told.
 */
export class OpenPushes implements Disposable {
  readonly #consoles: ConsoleRegistry;
  readonly #syncs: ConsoleSyncs;
  readonly #log: Logger;
  readonly #disposables = new DisposableStore();
  readonly #controller = new AbortController();
  readonly #seen = new Set<string>();
  readonly #watched = new WeakSet<ConsoleSync>();
  /** By console. */
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(consoles: ConsoleRegistry, syncs: ConsoleSyncs, log: Logger) {
    this.#consoles = consoles;
    this.#syncs = syncs;
    this.#log = log;
    this.#disposables.add(
      consoles.onDidChange(() => {
        for (const console of consoles.consoles) {
          if (console.access === 'ready') {
            this.#watch(console);
          }
        }
      }),
    );
  }

  dispose(): void {
    this.#controller.abort();
    this.#timers.forEach((timer) => clearTimeout(timer));
    this.#disposables.dispose();
  }

  #watch(console: ConsoleHandle): void {
    const sync = this.#syncs.of(console);
    if (!this.#watched.has(sync)) {
      this.#watched.add(sync);
      this.#disposables.add(sync.onDidSettle((settled) => this.#tell(settled)));
      this.#disposables.add(sync.onDidLeaveOpen(() => this.#arm(console.id, firstLookMs)));
    }
    if (!this.#seen.has(console.id)) {
      this.#seen.add(console.id);
      void this.#recover(console, firstLookMs, true);
    }
  }

  /** Looks again after `ms`. */
  #arm(consoleId: string, ms: number): void {
    clearTimeout(this.#timers.get(consoleId));
    const timer = setTimeout(() => {
      const console = this.#consoles.get(consoleId);
      if (console?.access === 'ready') {
        void this.#recover(console, Math.min(2 * ms, longestMs), false);
      } else {
        // It is looked at once requests may be made again.
        this.#seen.delete(consoleId);
      }
    }, ms);
    this.#timers.set(consoleId, timer);
  }

  /** Never rejects. What is settled is told by the event. */
  async #recover(console: ConsoleHandle, next: number, isFirst: boolean): Promise<void> {
    let isDue = true;
    try {
      const recovered = await this.#syncs.of(console).recover(this.#controller.signal);
      const open = recovered.filter(({ isOpen }) => isOpen);
      if (open.length > 0 && isFirst) {
        this.#tell(open);
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

  #tell(pushes: readonly RecoveredPush[]): void {
    for (const { ref, verdict, reason, corrects } of pushes) {
      const had = corrects === undefined ? 'was left open' : `had ended as ${corrects}`;
      this.#log.warn(
        `a push of ${ref.console}/${ref.policy} ${had}: ${verdict}${reason ? `: ${reason}` : ''}`,
      );
    }
    tell('warning', pushes.map(words).join(' '), {
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
    return vscode.l10n.t(
      'A push of {0} to {1} that had ended as "{2}" was found in force after all: the console held what had been sent. It arrived late, or somebody else did the same.',
      policy,
      console,
      verdictWords(corrects),
    );
  }
  if (hadEnded) {
    return endedWords({ verdict, reason, mayArriveUntil, isFailed }, policy, console);
  }
  switch (verdict) {
    case 'applied':
      return reason === undefined
        ? vscode.l10n.t('An interrupted push of {0} to {1} was applied after all.', policy, console)
        : vscode.l10n.t(
            'An interrupted push of {0} to {1} arrived late, over what had been changed meanwhile. Compare it with live.',
            policy,
            console,
          );
    case 'not-applied':
      return vscode.l10n.t('An interrupted push of {0} to {1} was not applied.', policy, console);
    case 'foreign-change':
      return vscode.l10n.t(
        'After an interrupted push of {0} to {1} the console held neither what had been sent nor what it held before. Compare it with live.',
        policy,
        console,
      );
    case 'unknown':
    default:
      return mayArriveUntil
        ? vscode.l10n.t(
            'It was not known yet whether an interrupted push of {0} to {1} was applied: until {2} it could still arrive. Ordinance looks again and tells you.',
            policy,
            console,
            mayArriveUntil.toLocaleTimeString(),
          )
        : isFailed
          ? vscode.l10n.t(
              'It is not known yet whether an interrupted push of {0} to {1} was applied: the look at live failed. Ordinance looks again and tells you.',
              policy,
              console,
            )
          : vscode.l10n.t(
              'It could not be found out whether an interrupted push of {0} to {1} was applied. Compare it with live.',
              policy,
              console,
            );
  }
}

/** Of a push of which a person knows that its verdict is unknown: it may have been answered, and nothing interrupted it. */
function endedWords(
  {
    verdict,
    reason,
    mayArriveUntil,
    isFailed,
  }: Pick<RecoveredPush, 'verdict' | 'reason' | 'mayArriveUntil' | 'isFailed'>,
  policy: string,
  console: string,
): string {
  const push = vscode.l10n.t('the push of {0} to {1}', policy, console);
  switch (verdict) {
    case 'applied':
      return reason === undefined
        ? vscode.l10n.t('It is known now: {0} was applied.', push)
        : vscode.l10n.t(
            'It is known now: {0} arrived late, over what had been changed meanwhile. Compare it with live.',
            push,
          );
    case 'not-applied':
      return vscode.l10n.t('It is known now: {0} was not applied.', push);
    case 'foreign-change':
      return vscode.l10n.t(
        'After {0} the console held neither what had been sent nor what it held before. Compare it with live.',
        push,
      );
    case 'unknown':
    default:
      return mayArriveUntil
        ? vscode.l10n.t(
            'It was not known yet whether {0} was applied: until {1} it could still arrive. Ordinance looks again and tells you.',
            push,
            mayArriveUntil.toLocaleTimeString(),
          )
        : isFailed
          ? vscode.l10n.t(
              'It is not known yet whether {0} was applied: the look at live failed. Ordinance looks again and tells you.',
              push,
            )
          : vscode.l10n.t('It could not be found out whether {0} was applied. Compare it with live.', push);
  }
}
